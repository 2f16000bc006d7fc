// People of the house: a dozen characters, each with a face of their own. Squares of 100.

import { BLUE, BRN, GRN, K, OCH, RED, SKY, W, all, c, cloth, cuts, fl, ln, p, rays } from "./ink";
import { DEFAULT_STYLE, documentOf, keep } from "./draw";
import { face, hat } from "./people";

/** A character: the name as it is written, and how the plaque is drawn. */
type Character = { name: string; female: boolean; draw: () => [ground: string, bust: string, head: string] };

const bust = (f: string, collar = W): string => p("M8,104Q10,82 34,80L50,90L66,80Q90,82 92,104Z", f, 4) + p("M36,80L50,94L64,80L60,74H40Z", collar, 3);
const shawl = (f: string, knot: string): string => p("M6,104Q8,80 34,78L50,92L66,78Q92,80 94,104Z", f, 4) + p("M30,80L50,100L70,80L62,74L50,86L38,74Z", knot, 3.4);
const ruff = (f: string): string => p("M8,104Q10,84 34,82L50,90L66,82Q90,84 92,104Z", f, 4) + p("M24,80Q26,70 38,74Q44,66 50,73Q56,66 62,74Q74,70 76,80Q76,90 64,88Q58,94 50,89Q42,94 36,88Q24,90 24,80Z", W, 3.4);

export const CHARACTERS = {
  zdena: { name: "Zdena", female: true, draw: () => [OCH, bust(cloth("flowB")), face(50, 54, 0.98, { gaze: 1, brow: -0.6, mouth: "lips", nose: "snub", hair: "braid", hc: BRN, female: true, hat: hat.scarf(RED) + ln("M-14,-32l4,4M-2,-35l3,4M10,-33l3,4M-22,-14l4,3M20,-16l3,3", 3, W) })] },
  alois: { name: "Alois", female: false, draw: () => [GRN, bust(cloth("checkO")), face(50, 56, 0.98, { gaze: -1, brow: 0.5, mouth: "flat", nose: "bulb", hair: "short", hc: W, beard: "mous", bc: W, old: true, hat: hat.slouch(BRN, OCH) })] },
  petr: { name: "Petr", female: false, draw: () => [RED, bust(BLUE), face(50, 54, 1, { brow: -0.5, nose: "long", hair: "curly", hc: BRN, hat: hat.hair(BRN) })] },
  borek: { name: "Bořek", female: false, draw: () => [BLUE, bust(RED), face(50, 50, 0.92, { gaze: 1, brow: 1, mouth: "stern", nose: "hook", hair: "short", beard: "full", bc: K, hat: hat.crop(K) })] },
  lida: { name: "Lída", female: true, draw: () => [BRN, bust(cloth("dotB")), face(50, 56, 0.98, { gaze: -1, brow: -0.8, nose: "hook", cheek: RED, old: true, female: true, hat: hat.scarf(W) + ln("M-12,-33q4,4 8,0M2,-34q4,4 8,0M-24,-10q4,3 3,8M24,-10q-4,3 -3,8", 2.6, BLUE) })] },
  vojta: { name: "Vojta", female: false, draw: () => [SKY, bust(cloth("stripeR")), face(54, 60, 0.92, { gaze: 1, brow: -1, mouth: "smirk", nose: "snub", hair: "bob", hc: OCH, freckles: true, hat: hat.feather(GRN, RED) })] },
  anezka: { name: "Anežka", female: true, draw: () => [GRN, bust(cloth("flowW")), face(50, 56, 0.98, { gaze: -1, brow: -0.4, mouth: "smile", nose: "long", hair: "long", hc: RED, female: true, freckles: true, hat: hat.flowers(RED, OCH) })] },
  ctibor: { name: "Ctibor", female: false, draw: () => [OCH, ruff(K) + cuts([[24, 94, 22, 102, 2], [76, 94, 78, 102, 2]]), face(50, 50, 0.94, { brow: 0.6, mouth: "flat", nose: "long", hair: "bob", hc: W, beard: "goat", bc: W, old: true, glasses: true, hat: hat.cap(K, RED) })] },
  marta: { name: "Marta", female: true, draw: () => [RED, bust(GRN), face(50, 54, 1, { gaze: 1, brow: 0.7, mouth: "lips", nose: "long", hair: "buns", hc: K, female: true, glasses: true, hat: hat.parting(K) })] },
  kuba: { name: "Kuba", female: false, draw: () => [BLUE, shawl(cloth("stripeG"), OCH), face(50, 56, 0.98, { gaze: -1, brow: -0.9, mouth: "grin", nose: "snub", cheek: RED, hair: "wild", hc: RED, freckles: true, hat: hat.hair(RED) })] },
  radim: { name: "Radim", female: false, draw: () => [W, bust(BRN, OCH) + ln("M20,104L40,84", 4), face(50, 58, 0.96, { gaze: 1, brow: 0.9, mouth: "smirk", nose: "hook", hair: "short", hc: BRN, beard: "walrus", bc: BRN, patch: true, hat: hat.hunter(GRN, RED) })] },
  kveta: { name: "Květa", female: true, draw: () => [SKY, shawl(cloth("flowR"), W) + all([[44, 94], [56, 94]], ([x = 0, y = 0]) => c(x, y, 1.6, K, 0)), face(50, 56, 0.98, { brow: -0.2, mouth: "smile", nose: "bulb", cheek: RED, hair: "bob", hc: W, old: true, female: true, glasses: true, hat: hat.parting(W) + fl("M-3,-36q3,-6 6,0q-3,5 -6,0Z", RED) })] },
} satisfies Record<string, Character>;
export type CharacterId = keyof typeof CHARACTERS;
export const isCharacter = (id: string): id is CharacterId => id in CHARACTERS;

/** The portrait of a character as the address of a picture. */
export function portraitPicture(id: CharacterId): string {
  return keep(`portrait/${id}`, () => {
    const [ground, body, head] = CHARACTERS[id].draw();
    const halo = rays(50, 56, 46, 70, 180, 360, 15, 2.4, ground === W ? OCH : W);
    return documentOf(100, 100, `<rect width="100" height="100" fill="${ground}"/>${halo}${body}${head}`, DEFAULT_STYLE);
  });
}

/** A person without a portrait: the first letter of the name on one of the grounds. */
export const groundOf = (name: string): string => {
  const inks = [RED, BLUE, GRN, BRN];
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return inks[sum % inks.length] ?? RED;
};
