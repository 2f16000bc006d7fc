// Makes a deck file from a folder of pictures, or writes the house's own cards as one to begin from.
//   npm run deck-file -- FOLDER OUT.json      FOLDER holds deck.json (name, author, licence, pack) and HK.svg, HK.png, …, perhaps HK-large.svg, …, back.svg
//   npm run deck-file -- --house PACK OUT.json   PACK is german, french or tarock
//   npm run deck-file -- --check FILE.json

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, basename } from "node:path";
import { createServer } from "vite";

const args = process.argv.slice(2);
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const load = (path) => vite.ssrLoadModule(path);
const { NAMES, readDeck } = await load("/src/deck/deckfile.ts");
const { faultWords } = await load("/src/deck/words.ts");

const fail = (text) => {
  console.error(text);
  process.exitCode = 1;
};
const TYPES = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".avif": "avif" };
function picture(path) {
  const type = TYPES[extname(path).toLowerCase()];
  return type ? `data:image/${type};base64,${readFileSync(path).toString("base64")}` : readFileSync(path, "utf8");
}
function finish(text, out) {
  const { club, faults } = readDeck(text);
  if (!club) return fail(faults.map((f) => faultWords(f, "en")).join("\n"));
  if (out) writeFileSync(out, text);
  console.log(`${club.name}: ${club.faces.size} cards${club.back ? " and a back" : ""}, ${Math.round(text.length / 1000)} kB`);
}

async function house(pack, out) {
  if (!NAMES[pack] || !out) return fail("usage: --house german|french|tarock OUT.json");
  const { cardOf } = await load("/src/deck/cards.ts");
  const { DEFAULT_STYLE, drawCard } = await load("/src/deck/draw.ts");
  const { backPicture } = await load("/src/deck/back.ts");
  const cards = Object.fromEntries(NAMES[pack].map((n) => [n, drawCard(cardOf(`card:${n}`, pack), "cs", DEFAULT_STYLE)]));
  const back = decodeURIComponent(backPicture(pack).replace(/^data:image\/svg\+xml,/, ""));
  const large = Object.fromEntries(NAMES[pack].map((n) => [n, drawCard(cardOf(`card:${n}`, pack), "cs", { ...DEFAULT_STYLE, largeIndex: true })]));
  finish(JSON.stringify({ "partie-deck": 1, name: "Partie", author: "Partie", licence: "MIT OR Apache-2.0", pack, cards, large, back }, null, 1), out);
}

function folder(from, out) {
  if (!from || !out) return fail("usage: FOLDER OUT.json | --house PACK OUT.json | --check FILE.json");
  const about = join(from, "deck.json");
  if (!existsSync(about)) return fail(`${about}: missing; it holds name, author, licence and pack`);
  const deck = { "partie-deck": 1, ...JSON.parse(readFileSync(about, "utf8")), cards: {} };
  for (const file of readdirSync(from).sort()) {
    const name = basename(file, extname(file));
    if (file === "deck.json" || (extname(file) !== ".svg" && !TYPES[extname(file).toLowerCase()])) continue;
    if (name === "back") deck.back = picture(join(from, file));
    else if (name.endsWith("-large")) (deck.large ??= {})[name.slice(0, -6)] = picture(join(from, file));
    else deck.cards[name] = picture(join(from, file));
  }
  finish(JSON.stringify(deck), out);
}

try {
  if (args[0] === "--house") await house(args[1], args[2]);
  else if (args[0] === "--check") args[1] ? finish(readFileSync(args[1], "utf8"), null) : fail("usage: --check FILE.json");
  else folder(args[0], args[1]);
} catch (e) {
  fail(e instanceof Error ? e.message : String(e));
}
await vite.close();
