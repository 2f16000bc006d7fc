// The German-suited pack: twelve people, four aces, sixteen pip cards. Faces are 200 × 320.

import type { Suit } from "./cards";
import { BLUE, BRN, GRN, K, OCH, RED, ROSE, W, all, both, c, chatter, cloth, cuts, fl, g, limb, ln, p, petals, range, rod } from "./ink";
import { breeches, coat, face, folds, ground, hand, hat, legs, throne } from "./people";
import { sign } from "./signs";

type German = Extract<Suit, "heart" | "leaf" | "bell" | "acorn">;
/** A court: the figure, where its sign is (a kaval has it on the saddle), where the sign goes when only the upper half is shown, and the part seen on a card with a huge index. */
export type Court = { art: string; over?: string; at: Spot | null; half?: Spot; bust?: string };
export type Spot = [x: number, y: number, k: number];

export const oakleaf = (f = GRN): string =>
  p("M0,0C-8,-4 -16,-2 -16,-10C-26,-12 -24,-22 -17,-24C-24,-32 -16,-40 -9,-37C-10,-46 10,-46 9,-37C16,-40 24,-32 17,-24C24,-22 26,-12 16,-10C16,-2 8,-4 0,0Z", f, 3.6) + ln("M0,4V-34M0,-10L-10,-16M0,-10L10,-16M0,-22L-9,-28M0,-22L9,-28", 2.2, W);
const falcon = p("M-2,2C-18,-8 -20,-34 -8,-44C-12,-54 2,-60 9,-52L17,-46L9,-43C15,-28 13,-8 5,0L8,20L-2,24L-8,4Z", W, 3.6) + fl("M-9,-42C-14,-28 -16,-10 -2,1L6,18L-1,22L-7,4C-18,-8 -19,-32 -9,-42Z", BRN) + c(3, -49, 2.4, K, 0) + cuts([[2, -34, 2, -28, 2], [7, -32, 7, -26, 2], [4, -24, 4, -18, 2], [9, -22, 8, -16, 2], [4, -13, 3, -8, 2]], K) + fl("M9,-49L17,-46L9,-43Z", OCH) + ln("M-4,2v6M4,1v6", 3, OCH);

function kings(suit: German): Court {
  switch (suit) {
    case "heart":
      return {
        at: [166, 40, 1.02],
        art:
          chatter(1, 320, RED, 16, 88) + throne(cloth("hearts"), BLUE, cloth("ermine"), RED, RED) + limb("M50,168Q30,200 48,214", 20, BLUE) + rod("M52,118V262") + c(52, 112, 9, OCH, 4) + ln("M52,96V104M46,100H58", 4) + hand(52, 214, 11) +
          limb("M150,168Q166,196 140,210", 20, BLUE) + c(134, 200, 15, OCH, 4.5) + ln("M120,200H148M134,185V172M128,177H140", 4) + hand(142, 216, 10) + face(98, 96, 1.32, { brow: -0.6, hair: "curly", hc: OCH, beard: "full", bc: OCH, hat: hat.crown(OCH, RED) }),
      };
    case "acorn":
      return {
        at: [167, 42, 1.3],
        art:
          chatter(5, 320, BRN, 16, 88) + throne(cloth("leafO"), GRN, OCH, BRN, OCH) + limb("M52,168Q30,190 44,222", 20, GRN) + g(oakleaf(OCH), 44, 214, 0.95, -28) + hand(46, 226, 11) + limb("M148,168Q174,190 156,216", 20, GRN) + rod("M156,262V150", 14) +
          p("M146,150Q142,128 156,122Q170,128 166,150Z", BRN, 4) + hand(156, 218, 11) + face(100, 97, 1.38, { gaze: -1, brow: 0.35, nose: "hook", hair: "bob", hc: W, beard: "fork", bc: W, hat: hat.mitre(OCH, GRN), old: true }),
      };
    case "leaf":
      return {
        at: [167, 42, 1.2],
        art:
          chatter(3, 320, GRN, 16, 88) + throne(cloth("vine"), RED, K, GRN, BRN, 1) + cuts(range(60, 146, 9).map((x) => [x, 158 - Math.abs(100 - x) * 0.1, x + (x - 100) * 0.06, 170 - Math.abs(100 - x) * 0.16, 2.2] as const)) + limb("M52,168Q28,184 38,214", 20, RED) + g(falcon, 40, 196, 1.0) +
          p("M28,206Q40,198 54,206L56,224Q42,234 28,226Z", BRN, 4) + cuts([[32, 212, 50, 211, 1.6], [33, 219, 50, 218, 1.6]]) + limb("M148,168Q172,190 158,214", 20, RED) + p("M153,204V124L159,112L165,124V204Z", W, 4) + ln("M159,126V198", 2) + p("M142,204H176V213H142Z", OCH, 3.6) + rod("M159,214V240", 12, BRN) + c(159, 246, 7, OCH, 3.6) + hand(159, 226, 10) +
          face(100, 98, 1.36, { gaze: 1, brow: 0.3, nose: "long", hair: "curly", hc: RED, beard: "round", bc: RED, cheek: ROSE, hat: hat.wreath(GRN, OCH) }),
      };
    default:
      return {
        at: [168, 44, 1.12],
        art:
          chatter(4, 320, OCH, 16, 88) + throne(cloth("lozO"), BLUE, W, RED, OCH, 2) + all(range(60, 146, 12), (x) => ln(`M${x},${150 + Math.abs(100 - x) * 0.16}q4,10 0,${20 - Math.abs(100 - x) * 0.16}`, 2.4)) + limb("M52,168Q26,190 46,216", 20, BLUE) + rod("M46,270V150") + sign("bell", 46, 140, 0.9) + hand(46, 218, 11) +
          limb("M148,168Q176,196 150,222", 20, BLUE) + p("M120,196L166,184L174,216L130,228Z", W, 4) + ln("M129,203l30,-8M131,211l32,-8M134,219l18,-5", 2.4) + c(168, 222, 8, RED, 3.4) + hand(148, 226, 10, true) +
          face(100, 106, 1.2, { gaze: -1, brow: -0.2, nose: "bulb", cheek: RED, hair: "bob", hc: K, beard: "mous", bc: K, mouth: "smile", hat: hat.points(OCH, RED) }),
      };
  }
}

/** Svršek: the sign held high. */
function overs(suit: German): Court {
  switch (suit) {
    case "heart":
      return {
        at: [160, 46, 1.5],
        art:
          chatter(8, 320, RED) + legs(cloth("stripeR"), cloth("stripeR"), BLUE, 6) + limb("M70,140Q42,166 62,190", 20, BLUE) + coat(BLUE, null, RED) + breeches(cloth("diamR"), RED) + cuts([[78, 140, 82, 172, 2.2], [122, 140, 118, 172, 2.2]]) + p("M88,128L100,182L112,128Z", cloth("stripeR"), 4) + hand(66, 190, 10) +
          limb("M128,140Q164,128 160,96", 20, BLUE) + p("M148,104L172,102L173,92L147,93Z", W, 4) + hand(160, 84, 11),
        over: p("M76,128Q100,146 124,128L120,118H80Z", W, 4) + face(108, 92, 1.3, { gaze: 1, brow: -0.5, mouth: "open", nose: "snub", hair: "bob", hat: hat.feather(RED, W) }),
      };
    case "acorn":
      return {
        at: [163, 48, 1.5],
        art:
          chatter(9, 320, BRN) + rod("M34,302V136") + p("M34,104L44,134L34,142L24,134Z", W, 4) + legs(GRN, GRN, K, 2) + limb("M72,142Q40,150 36,190", 22, BRN) + coat(cloth("checkO"), BRN, K) + ln("M76,132L124,184", 11) + ln("M76,132L124,184", 5, W) + hand(36, 196, 11) +
          limb("M128,142Q166,140 164,100", 22, BRN) + p("M150,108L178,108L177,96L151,96Z", cloth("ermine"), 4) + hand(164, 86, 11),
        over: face(98, 92, 1.4, { gaze: -1, brow: 1.2, mouth: "flat", nose: "bulb", hair: "short", hc: BRN, beard: "mous", bc: BRN, hat: hat.fur(GRN, BRN) }),
      };
    case "leaf":
      return {
        at: [162, 46, 1.5],
        art:
          chatter(10, 320, GRN) + ln("M38,112Q2,204 40,296", 11) + ln("M38,112Q2,204 40,296", 4.5, OCH) + ln("M38,112L40,296", 2.2) + legs(GRN, RED, BRN, 4) + p("M122,116L150,90L160,100L136,132Z", BRN, 4) + ln("M142,98l2,-22M150,94l8,-18M156,100l14,-10", 3) + limb("M72,142Q38,156 32,196", 20, cloth("stripeG")) +
          coat(RED, GRN, BRN) + p("M70,130Q84,122 100,124L92,160L78,186L73,184Z", GRN, 4) + p("M130,130Q116,122 100,124L108,160L122,186L127,184Z", GRN, 4) + cuts([[80, 136, 80, 166, 2], [120, 136, 120, 166, 2], [70, 214, 64, 236, 2.2], [86, 214, 84, 240, 2], [114, 214, 116, 240, 2], [130, 214, 136, 236, 2.2]]) +
          p("M60,236l8,14l12,-10l20,12l20,-12l12,10l8,-14", GRN, 4) + hand(28, 200, 11) + limb("M128,142Q168,136 162,98", 20, cloth("stripeG")) + p("M150,106L176,105L175,94L150,94Z", RED, 4) + hand(162, 86, 11),
        over: p("M78,130Q100,150 122,130L118,120H82Z", W, 4) + face(98, 94, 1.34, { gaze: 1, brow: -0.9, mouth: "smirk", nose: "long", hair: "bob", hc: OCH, beard: "goat", bc: OCH, hat: hat.hunter(GRN, RED) }),
      };
    default:
      return {
        at: [164, 46, 1.42],
        art:
          chatter(11, 320, OCH) + p("M62,128C34,176 30,240 40,276L160,276C170,240 166,176 138,128Z", BLUE, 5) + cuts([[48, 200, 46, 266, 2.4], [56, 210, 54, 268, 2], [152, 200, 154, 266, 2.4], [144, 210, 146, 268, 2]]) + legs(RED, RED, OCH, 4) + coat(cloth("lozO"), null, BLUE) + breeches(RED, W, OCH) +
          cuts([[68, 214, 70, 238, 2.4], [78, 216, 80, 242, 2], [132, 214, 130, 238, 2.4], [122, 216, 120, 242, 2]]) + p("M62,196C46,226 24,244 10,246C20,258 48,250 70,206Z", W, 4) + ln("M24,248Q46,240 62,214", 2) + limb("M72,142Q40,160 58,188", 20, OCH) + p("M50,190L74,198L71,208L47,200Z", OCH, 3.6) + hand(60, 192, 10) +
          limb("M128,142Q168,140 164,100", 20, OCH) + p("M151,108L177,107L176,95L151,96Z", RED, 4) + hand(164, 86, 11),
        over: face(99, 101, 1.36, { gaze: -1, brow: 0.9, mouth: "flat", nose: "hook", hair: "short", beard: "walrus", bc: K, hat: hat.turban(W, RED) }),
      };
  }
}

/** Spodek: the sign held low. */
function unders(suit: German): Court {
  switch (suit) {
    case "heart":
      return {
        at: [164, 250, 1.5],
        half: [160, 152, 1.1],
        art:
          chatter(12, 320, RED) + legs(W, W, K, 4) + ln("M80,232l-4,36M120,232l4,36", 2) + limb("M72,142Q46,150 60,176", 18, W) + limb("M128,142Q156,158 142,180", 18, W) + folds([[56, 152, 8, 4], [54, 160, 8, 2], [144, 152, -7, 5], [150, 160, -8, 3], [150, 168, -7, 0]]) + coat(RED, null, W) + breeches(BLUE, W) +
          cuts([[68, 214, 70, 238, 2.4], [78, 216, 80, 242, 2], [132, 214, 130, 238, 2.4], [122, 216, 120, 242, 2]]) + p("M72,130L96,130L98,184H76Z", cloth("hearts"), 4) + p("M128,130L104,130L102,184H124Z", cloth("hearts"), 4) + all([142, 156, 170], (y) => c(100, y, 3, OCH, 2.4)) +
          face(104, 88, 1.4, { gaze: -1, brow: -0.8, mouth: "flat", hair: "short", hc: OCH, hat: hat.slouch(BLUE, RED) }) + ln("M96,114L46,196", 13) + ln("M96,114L46,196", 6, OCH) + p("M50,184L34,214L58,206Z", OCH, 4) + hand(72, 156, 9) + hand(60, 176, 9),
      };
    case "acorn":
      return {
        at: [162, 250, 1.5],
        half: [164, 160, 1.1],
        art:
          chatter(14, 320, BRN) + legs(OCH, OCH, BRN, 8) + limb("M128,142Q160,158 158,200", 19, W) + folds([[140, 150, 6, 8], [150, 160, 4, 9], [162, 186, -10, 2], [160, 193, -9, 2]]) + coat(GRN, null, BRN) + p("M84,126L100,184L116,126Z", W, 4) + p("M76,197H124L132,244Q100,252 68,244Z", cloth("stripeO"), 4) + limb("M72,142Q42,158 42,192", 19, W) +
          folds([[60, 150, -6, 8], [50, 160, -4, 9], [36, 184, 10, 2], [36, 190, 10, 2]]) + rod("M34,140L52,294") + p("M24,142Q16,120 34,102Q46,120 42,140Z", W, 4) + hand(42, 200, 11) + hand(160, 212, 11) +
          face(98, 92, 1.4, { gaze: 1, brow: -0.2, mouth: "smirk", nose: "bulb", hair: "short", hc: W, beard: "thin", hat: hat.wide(OCH, GRN), old: true }) + ln("M108,116L134,128", 6) + p("M128,118H144V130Q136,138 128,130Z", BRN, 3.6) + ln("M137,110q-6,-8 2,-14q6,-6 0,-14", 2.6),
      };
    case "leaf":
      return {
        at: [38, 254, 1.5],
        half: [40, 160, 1.1],
        art:
          chatter(15, 320, GRN) + legs(RED, RED, BRN, 6) + rod("M134,232L172,88", 13) + p("M160,84L192,74Q200,98 190,118L164,106Z", W, 4.5) + ln("M188,82Q192,98 186,112", 2.4) + limb("M128,142Q166,156 152,180", 20, W) + folds([[146, 150, 8, 6], [152, 158, 8, 4], [154, 168, 7, 0]]) + coat(GRN, null, BRN) +
          p("M78,128H122L126,190L136,242Q100,252 64,242L74,190Z", BRN, 4.6) + ln("M84,140V128M116,140V128M73,190H127", 3.4, K) + cuts([[82, 150, 80, 178, 2.2], [118, 150, 120, 178, 2.2], [76, 202, 72, 234, 2.4], [88, 204, 86, 238, 2], [124, 202, 128, 234, 2.4], [112, 204, 114, 238, 2]]) + p("M90,152H110V170Q100,178 90,170Z", OCH, 3) +
          limb("M72,142Q44,162 42,204", 20, W) + folds([[58, 152, -7, 7], [48, 164, -6, 8], [36, 192, 11, 2], [36, 198, 11, 2]]) + hand(42, 214, 11) + hand(151, 182, 11, true) +
          face(99, 91, 1.38, { gaze: -1, brow: 0.2, mouth: "flat", nose: "bulb", cheek: RED, hair: "wild", hc: K, beard: "stubble", hat: hat.cap(RED, GRN) }),
      };
    default:
      return {
        at: [166, 252, 1.46],
        half: [168, 158, 1.0],
        art:
          chatter(16, 320, OCH) + legs(cloth("hoopR"), cloth("hoopB"), OCH, 10) + coat(BLUE, null, OCH) + p("M60,240l10,-50h60l10,50l-14,12l-12,-10l-14,12l-14,-12l-12,10Z", RED, 4.6) + all([[74, 250], [100, 252], [126, 250]], ([x = 0, y = 0]) => c(x, y + 4, 4.4, OCH, 2.8)) +
          p("M68,142l12,-20h40l12,20l-16,8l-16,-8l-16,8Z", OCH, 4) + limb("M72,144Q38,158 48,190", 18, RED) + limb("M128,144Q166,154 156,184", 18, BLUE) + p("M62,182Q100,168 138,182V226Q100,242 62,226Z", W, 4.6) + p("M60,178Q100,162 140,178Q100,194 60,178Z", W, 4.4) +
          ln("M64,194l14,34l14,-30l16,31l14,-31l14,26", 3.2, RED) + ln("M61,226Q100,243 139,226", 6, BLUE) + rod("M44,194L96,172", 8, OCH) + rod("M158,188L112,164", 8, OCH) + c(96, 172, 4.5, OCH, 3) + c(112, 164, 4.5, OCH, 3) + hand(48, 194, 10) + hand(156, 190, 10, true) +
          face(99, 90, 1.36, { gaze: 1, brow: -0.9, mouth: "grin", nose: "snub", freckles: true, hair: "buns", hc: BRN, hat: hat.cap(OCH, RED) }),
      };
  }
}

/** The person on a German court card. */
export function germanCourt(suit: German, court: "low" | "high" | "king"): Court {
  const drawn = court === "king" ? kings(suit) : court === "high" ? overs(suit) : unders(suit);
  return { ...drawn, art: ground(300, suit === "acorn" || suit === "bell") + drawn.art };
}

const bud = (x: number, y: number, r: number, f = GRN, k = 1): string => g(p("M0,0Q10,-14 0,-28Q-10,-14 0,0Z", f, 3.4), x, y, k, r);
const blossom = (x: number, y: number, k: number, f = W, eye = OCH, n = 8): string => g(petals("M0,-6Q6,-16 0,-26Q-6,-16 0,-6Z", f, n) + c(0, 0, 6, eye, 3), x, y, k);

/** Aces carry two signs: a large one and its younger brother. */
export function germanAce(suit: German): string {
  switch (suit) {
    case "heart": {
      const side = ln("M-46,206Q-78,196 -80,158M-24,238Q-48,250 -62,238", 4) + ln("M0,250C-40,232 -66,200 -52,166M-10,236C-10,210 -62,226 -70,192", 5) + bud(-52, 168, -10) + bud(-58, 200, -80, GRN, 0.9) + bud(-70, 194, -30, GRN, 0.9) + bud(-24, 238, -95, GRN, 0.9) + bud(-34, 222, 20, GRN, 0.8) + c(-80, 158, 9, OCH, 3.6) + c(-80, 158, 3, RED, 0) + c(-62, 238, 8, OCH, 3.6) + c(-62, 238, 2.6, RED, 0);
      return g(both(side, 0), 100) + ln("M100,208V276", 6) + sign("heart", 108, 118, 2.7) + blossom(122, 114, 1) + sign("heart", 100, 222, 1.7) + p("M66,276H134L126,304H74Z", BLUE, 4.5) + ln("M76,284q6,8 12,0q6,8 12,0q6,8 12,0q6,8 12,0", 2.6, W);
    }
    case "acorn":
      return (
        ln("M100,206C104,226 96,250 100,304M100,262C70,262 58,244 60,226M100,262C130,262 142,244 140,226", 7) + all([[60, 232, -24, 1.15], [140, 232, 24, 1.15], [92, 288, -74, 1.05], [108, 288, 74, 1.05], [66, 196, -64, 0.8], [134, 196, 64, 0.8]], ([x, y, r, k]) => g(oakleaf(), x, y, k, r)) +
        sign("acorn", 104, 122, 2.7) + sign("acorn", 100, 238, 1.5) + blossom(112, 144, 0.7, W, RED, 6) + p("M70,300H130V308H70Z", K, 2) + cuts(range(74, 126, 11).map((x) => [x, 301, x + 5, 307, 1.5] as const))
      );
    case "leaf": {
      const bug = p("M0,-13C12,-13 14,12 0,14C-14,12 -12,-13 0,-13Z", RED, 3) + p("M-6,-10Q0,-20 6,-10Z", K, 2) + ln("M0,-11V13", 2.2) + all([[-5, -4], [5, -4], [-5, 5], [5, 5]], ([x = 0, y = 0]) => c(x, y, 2, K, 0));
      const side = ln("M0,292C-34,288 -58,262 -60,226M-40,268Q-70,272 -76,250", 5) + bud(-60, 230, -8, GRN, 1.1) + bud(-50, 254, 40, GRN, 0.9) + bud(-24, 284, 30, GRN, 0.9) + bud(-44, 270, -120, GRN, 0.9) + all([[-76, 246], [-66, 206], [-30, 262]], ([x = 0, y = 0]) => c(x, y, 8.5, RED, 3.6) + cuts([[x - 4, y - 1, x - 1, y - 5, 1.4]]));
      return g(both(side, 0), 100) + ln("M120,189C114,212 98,226 100,304", 7) + sign("leaf", 106, 116, 3) + g(bug, 122, 100, 1.1, 30) + sign("leaf", 100, 238, 1.6) + p("M64,292Q100,280 136,292L130,306H70Z", RED, 4.5) + ln("M80,298l6,-4l6,4l6,-4l6,4l6,-4l6,4", 2.4, W);
    }
    default: {
      const side = p("M0,190C-30,176 -60,182 -64,200C-62,216 -34,214 0,198Z", RED, 4.4) + ln("M-10,194Q-36,186 -52,198", 2.4, W) + p("M-6,198C-34,226 -40,258 -62,270L-44,276L-40,294C-20,270 -8,240 2,204Z", RED, 4.4) + ln("M-8,214Q-22,240 -40,266", 2.4, W);
      const wheat = ln("M0,300Q-54,282 -74,226", 3.6) + all([[-74, 226, -16], [-70, 238, -70], [-66, 246, 34], [-62, 254, -76], [-55, 262, 28], [-50, 270, -80]], ([x = 0, y = 0, r = 0]) => g(p("M0,2Q7,-8 0,-20Q-7,-8 0,2Z", OCH, 2.8), x, y, 1, r));
      return g(both(wheat, 0), 100) + g(both(side, 0), 100) + rod("M104,60Q104,40 116,30", 9, RED) + sign("bell", 104, 116, 2.7) + g(petals("M0,-4Q5,-11 0,-18Q-5,-11 0,-4Z", BLUE, 6) + c(0, 0, 4.5, RED, 2.6), 104, 90, 0.86) + c(100, 194, 11, OCH, 4) + sign("bell", 100, 246, 1.65) + p("M76,296H124V306H76Z", K, 2) + cuts(range(80, 122, 10).map((x) => [x, 297, x + 5, 305, 1.5] as const));
    }
  }
}

const ROWS: Record<number, number[]> = { 7: [60, 160, 260], 8: [52, 124, 196, 268], 9: [52, 124, 196, 268], 10: [60, 128, 196, 264] };
const MIDDLE: Record<number, number[]> = { 7: [110], 8: [], 9: [160], 10: [94, 230] };

/** Columns 72 and 144 keep clear of the corner; odd signs and ornament stand on the axis 108. */
export function germanPips(suit: German, n: number, heads: boolean, strong: boolean): string {
  const [rows, middle] = [ROWS[n] ?? [], MIDDLE[n] ?? []];
  const [axis, spread] = heads ? [100, 30] : strong ? [n === 10 ? 126 : 121, 33] : [n === 10 ? 113 : 108, 36];
  const places = [...rows.flatMap((y) => [[axis - spread, y], [axis + spread, y]]), ...middle.map((y) => [axis, y])];
  const signs = all(places, ([x = 0, y = 0]) => sign(suit, x, y, strong || heads ? 1 : 1.08, heads && y > 161 ? 180 : 0));
  const gaps = rows.slice(1).map((y, i) => (y + (rows[i] ?? 0)) / 2).filter((y) => middle.every((m) => Math.abs(m - y) > 20));
  const flower = (y: number, f: string, k = 0.8): string => g(petals("M0,-8Q9,-18 0,-30Q-9,-18 0,-8Z", f, 6) + c(0, 0, 7, OCH, 3.4), axis, y, k);
  const twig = (y: number, rs: number[], f = GRN): string => all(rs, (r) => g(p("M0,0Q8,-9 0,-20Q-8,-9 0,0Z", f, 3), axis, y, 1, r));
  // A stem grows one way; where the lower signs are turned there is none.
  if (heads) return all(gaps, (y) => flower(y, suit === "leaf" ? RED : BLUE, 0.42)) + signs;
  switch (suit) {
    case "acorn": {
      const stems = all(places.filter(([x]) => x !== axis), ([x = 0, y = 0]) => ln(`M${x + 7},${y - 27}Q${axis},${y - 34} ${axis},${y + 8}`, 4.5));
      return ln(`M${axis},304C${axis - 8},270 ${axis + 8},240 ${axis},200C${axis - 8},160 ${axis + 8},100 ${axis},34`, 6) + stems + g(oakleaf(), axis, 40, 0.6) + all(gaps, (y, i) => g(oakleaf(), axis, y + 14, 0.6, i % 2 ? 42 : -42)) + g(oakleaf(), axis - 2, 300, 0.5, -64) + g(oakleaf(), axis + 2, 300, 0.5, 64) + signs;
    }
    case "leaf": {
      const stems = all(places.filter(([x]) => x !== axis), ([x = 0, y = 0]) => ln(`M${x + 4},${y + 24}Q${axis + (x < axis ? -8 : 8)},${y + 34} ${axis},${y + 40}`, 4.5));
      return ln(`M${axis},306V${(rows[0] ?? 0) + 30}`, 6) + stems + all(gaps, (y) => all([-9, 9], (d) => c(axis + d, y + 2 + (d > 0 ? 6 : 0), 5, RED, 2.8))) + p(`M${axis - 22},308Q${axis},292 ${axis + 22},308Z`, RED, 3.6) + (middle.some((y) => y < 120) ? "" : twig((rows[0] ?? 0) + 32, [-24, 24], OCH)) + signs;
    }
    case "bell": {
      const line = (x: number): string => `M${x},${(rows[0] ?? 0) - 34}V${(rows.at(-1) ?? 0) + 34}`;
      const bow = (x: number, y: number): string => p(`M${x},${y}l-12,-7v14ZM${x},${y}l12,-7v14Z`, RED, 2.6);
      return all([axis - spread, axis + spread], (x) => ln(line(x), 7) + ln(line(x), 2.6, RED) + bow(x, (rows[0] ?? 0) - 34) + all([-5, 0, 5], (d) => ln(`M${x + d * 0.4},${(rows.at(-1) ?? 0) + 30}l${d},12`, 2.6, RED))) + all(gaps, (y) => flower(y, BLUE, 0.46)) + signs;
    }
    default: {
      const [top = 0, bottom = 0] = [gaps[0], gaps.at(-1)];
      const vine = n === 8 ? ln(`M${axis},96V226`, 4) + twig(112, [50, -50]) + twig(208, [130, -130]) + twig(96, [0]) + twig(226, [180]) + flower(160, BLUE, 1) : n === 7 ? ln(`M${axis},168V262`, 4) + twig(262, [180]) + twig(236, [130, -130]) + flower(206, BLUE, 0.9) : n === 9 ? flower(top, BLUE, 0.5) + flower(bottom, BLUE, 0.5) : twig(146, [0, -60, 60]) + twig(178, [180, 120, -120]) + flower(162, BLUE, 0.7);
      return vine + signs;
    }
  }
}
