// What the contact sheets show.

import { cardOf, type Card, type Pack } from "../src/deck/cards";
import { DEFAULT_STYLE, HEIGHT, address, drawCard, type DeckStyle } from "../src/deck/draw";
import { backPicture } from "../src/deck/back";
import { hiddenPicture, piecePicture } from "../src/deck/pieces";
import { CHARACTERS, portraitPicture, type CharacterId } from "../src/deck/portraits";

type Sheet = { name: string; ratio: number; pictures: string[]; widths?: number[] };
const GERMAN = ["H", "L", "B", "A"].flatMap((s) => ["K", "Q", "J", "A", "10", "9", "8", "7"].map((r) => `${s}${r}`));

const FRENCH = ["H", "D", "S", "C"].flatMap((s) => ["K", "Q", "J", "A", "10", "9", "8", "7", "6", "5", "4", "3", "2"].map((r) => `${s}${r}`));
const SUITED = [...["H", "D"].flatMap((s) => ["K", "Q", "C", "J", "1", "2", "3", "4"].map((r) => `${s}${r}`)), ...["S", "C"].flatMap((s) => ["K", "Q", "C", "J", "10", "9", "8", "7"].map((r) => `${s}${r}`))];

const TAROCKS = "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII".split(" ");
const MEN = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const PIECES = [...MEN.map((m) => `piece(white,${m})`), ...MEN.map((m) => `piece(black,${m})`), "red", "yellow", "blue", "green", "black", "white", "disc", "X", "O", ...[1, 2, 3, 4, 5, 6].map((n) => `die:${n}`), "die", "man:red", "man:blue", "man:yellow", "man:green", "tile:3", "tile:15", "coin", "counter", "frog:red", "weird"];

function cards(name: string, pack: Pack, names: string[], style: Partial<DeckStyle>, widths?: number[]): Sheet {
  const list = names.map((n) => cardOf(`card:${n}`, pack)).filter((c): c is Card => c !== null);
  return { name, ratio: HEIGHT[pack] / 200, pictures: list.map((c) => address(drawCard(c, "cs", { ...DEFAULT_STYLE, ...style }))), widths };
}

/** All sheets, or those whose name begins so. */
export function sheets(only = ""): Sheet[] {
  const all = [
    () => cards("german", "german", GERMAN, {}),
    () => cards("german-large", "german", GERMAN, { largeIndex: true }, [44]),
    () => cards("german-double", "german", GERMAN, { heads: true }, [104]),
    () => cards("german-contrast", "german", GERMAN, { contrast: true }, [104]),
    () => cards("german-safe", "german", GERMAN, { safe: true }, [104]),
    () => cards("french-safe", "french", FRENCH, { safe: true }, [104]),
    () => cards("french-contrast", "french", FRENCH, { contrast: true }, [104]),
    () => cards("tarock-contrast", "tarock", TAROCKS, { contrast: true }, [104]),
    () => cards("french", "french", FRENCH, {}),
    () => cards("french-large", "french", FRENCH, { largeIndex: true }, [44]),
    () => cards("french-double", "french", FRENCH, { heads: true }, [104]),
    () => cards("suited", "tarock", SUITED, {}),
    () => cards("suited-large", "tarock", SUITED, { largeIndex: true }, [44]),
    () => cards("suited-double", "tarock", SUITED, { heads: true }, [104]),
    () => cards("tarock", "tarock", TAROCKS, {}),
    () => cards("tarock-large", "tarock", TAROCKS, { largeIndex: true }, [44]),
    () => cards("tarock-double", "tarock", TAROCKS, { heads: true, numerals: "arabic" }, [104]),
    () => ({ name: "portraits", ratio: 1, pictures: (Object.keys(CHARACTERS) as CharacterId[]).map(portraitPicture), widths: [52, 104, 330] }),
    () => ({ name: "pieces", ratio: 1, pictures: [...PIECES.map((kind) => piecePicture(kind, null)), piecePicture("red", 0, "red2"), piecePicture("frog:green", null), piecePicture("bishop2", 1), hiddenPicture()], widths: [32, 64, 200] }),
    () => ({ name: "backs", ratio: 1.7, pictures: (["german", "tarock"] as const).flatMap((p) => (["indigo", "red", "green"] as const).map((ink) => backPicture(p, ink))) }),
  ];
  return all.map((make) => make()).filter((s) => s.name.startsWith(only));
}
