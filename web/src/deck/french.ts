// The French suits: kings, queens, kavals and jacks, aces and pips; for the tarock pack and for patience.
// Kings, queens and jacks stand in 200 × 320; kavals need 360 and belong to the tarock pack alone.

import type { Court } from "./german";
import { BLUE, BRN, GRN, K, OCH, RED, SKY, W, all, both, c, chatter, cloth, cuts, fl, g, limb, ln, p, petals, range, rod, type Cut } from "./ink";
import { coat, face, folds, gown, ground, hand, hat, legs } from "./people";
import { sign } from "./signs";

export type French = "heart" | "diamond" | "spade" | "club";

/** A king on his feet: mantle to the ground, robe between two borders. */
const robed = (mantle: string, robe: string, border: string, collar: string): string =>
  p("M84,300q-2,-12 -14,-10q-12,2 -12,12ZM116,300q2,-12 14,-10q12,2 12,12Z", K, 4) + p("M72,130Q100,118 128,130C146,168 160,244 168,298H32C40,244 54,168 72,130Z", mantle) +
  cuts(range(0, 4).flatMap((i): Cut[] => [[54 - i * 3, 200 + i * 8, 44 - i, 288, 2.4], [146 + i * 3, 200 + i * 8, 156 + i, 288, 2.4]])) + p("M88,128H112L128,298H72Z", robe, 4.5) + p("M78,128L90,126L82,298H62ZM122,128L110,126L118,298H138Z", border, 4) +
  p("M62,150Q76,126 100,128Q124,126 138,150Q124,164 100,160Q76,164 62,150Z", collar, 4.5);
const bodice = (f: string, lace: string): string => p("M70,130Q100,118 130,130L122,190H78Z", f) + p("M90,130L100,186L110,130Z", W, 3.6) + ln("M92,140l14,8M108,140l-14,8M94,154l12,8M106,154l-12,8M97,168l6,5M103,168l-6,5", 2, lace);

function kings(suit: French): Court {
  switch (suit) {
    case "heart":
      return {
        at: [168, 40, 1.08],
        art:
          chatter(31, 320, RED, 14, 92) + robed(RED, cloth("flowW"), OCH, cloth("ermine")) + limb("M128,146Q160,170 150,196", 20, RED) + p("M145,186V96L151,82L157,96V186Z", W, 4) + ln("M151,98V180", 2) + p("M134,186H168V195H134Z", OCH, 3.6) + rod("M151,196V222", 12, BLUE) + c(151, 228, 7, OCH, 3.6) + hand(151, 208, 10, true) +
          limb("M72,146Q34,176 80,190", 20, RED) + p("M72,182l14,-2l2,18l-14,2Z", W, 3.6) + hand(92, 188, 10, true) + face(98, 92, 1.34, { gaze: -1, brow: -0.3, hair: "bob", hc: BRN, beard: "fork", bc: BRN, hat: hat.crown(OCH, BLUE) }),
      };
    case "diamond":
      return {
        at: [168, 40, 1.08],
        art:
          chatter(32, 320, OCH, 14, 92) + robed(OCH, cloth("diamR"), W, RED) + rod("M42,298V124", 13, BRN) + p("M40,116L12,106Q3,128 13,152L40,142Z", W, 4.2) + ln("M16,114Q11,128 17,144", 2.2) + p("M33,112H52V146H33Z", RED, 3.6) + ln("M33,122H52M33,134H52", 2.4) + limb("M72,146Q44,168 44,196", 20, OCH) + hand(42, 202, 11) +
          limb("M128,146Q170,170 146,200", 20, OCH) + p("M118,190L152,178L160,192L126,206Z", W, 3.6) + c(118, 198, 6, RED, 3) + c(159, 185, 6, RED, 3) + hand(142, 200, 10, true) + face(100, 92, 1.38, { gaze: 1, brow: 0.8, mouth: "stern", nose: "hook", hair: "short", hc: BRN, old: true, hat: hat.laurel(BRN, GRN) }),
      };
    case "spade":
      return {
        at: [168, 40, 1.08],
        art:
          chatter(33, 320, BLUE, 14, 92) + robed(BLUE, cloth("starB"), cloth("ermine"), K) + cuts(range(68, 136, 9).map((x): Cut => [x, 140, x + (x - 100) * 0.06, 154, 2])) +
          g(p("M0,0C-8,-38 -2,-66 14,-78C22,-66 44,-62 54,-74L60,-66C52,-50 50,-28 26,10L4,14Z", OCH, 4.6) + p("M10,-8C6,-36 10,-54 18,-62C26,-56 38,-54 46,-58C40,-40 38,-24 22,-2Z", W, 3.4) + ln("M15,-10V-58M21,-6V-60M28,-12V-57M35,-24V-56", 2), 116, 226, 1.1, 6) +
          limb("M128,146Q170,158 164,184", 20, BLUE) + hand(158, 190, 10, true) + limb("M72,146Q40,182 96,202", 20, BLUE) + hand(108, 202, 10, true) + face(98, 92, 1.36, { shut: true, brow: -0.8, mouth: "open", nose: "long", hair: "bob", beard: "full", bc: K, hat: hat.crown(OCH, BLUE) }),
      };
    default:
      return {
        at: [168, 40, 1.08],
        art:
          chatter(34, 320, GRN, 14, 92) + robed(GRN, cloth("flowK"), OCH, cloth("ermine")) + limb("M72,146Q36,168 52,200", 20, GRN) + c(48, 184, 17, OCH, 4.5) + ln("M32,184H64M48,167V152M41,158H55", 4.4) + cuts([[40, 176, 46, 172, 2.2]]) + hand(54, 204, 11) + limb("M128,146Q168,164 156,198", 20, GRN) + rod("M158,262V120", 12) +
          p("M158,120C150,112 142,112 144,102C152,100 156,104 158,110C160,104 164,100 172,102C174,112 166,112 158,120Z", OCH, 3.6) + hand(157, 204, 11) + face(100, 92, 1.34, { gaze: 1, brow: 0.2, mouth: "smile", nose: "bulb", cheek: RED, hair: "curly", hc: RED, beard: "walrus", bc: RED, hat: hat.tiara(OCH, GRN) }),
      };
  }
}

function queens(suit: French): Court {
  switch (suit) {
    case "heart": {
      const rose = ln("M0,56Q6,30 0,4", 4.6, GRN) + g(fl("M0,0Q7,-8 0,-18Q-7,-8 0,0Z", GRN), 3, 36, 0.9, 60) + c(0, -4, 12, RED, 4) + ln("M-6,-4q6,-8 11,-1q-3,8 -8,4M-7,2q6,7 13,0", 2.2, W);
      return {
        at: [168, 40, 1.08],
        art:
          chatter(35, 320, RED, 14, 88) + gown(RED, W, BLUE) + ln("M84,230q16,8 32,0M80,256q20,10 40,0", 2.4, RED) + limb("M128,144Q164,158 152,186", 19, W) + folds([[144, 154, 8, 5], [152, 164, 7, 3]]) + p("M143,178L166,182L163,192L142,189Z", RED, 3.6) + bodice(BLUE, RED) + p("M77,184H123V196H77Z", OCH, 4) + limb("M72,144Q40,158 46,184", 19, W) + folds([[54, 154, 7, 5], [44, 164, 9, 2]]) +
          g(rose, 36, 134, 1.1) + hand(42, 190, 10) + hand(150, 198, 10, true) + face(100, 92, 1.3, { gaze: -1, brow: -0.5, mouth: "lips", nose: "snub", hair: "long", hc: OCH, female: true, hat: hat.veil(OCH, OCH) }),
      };
    }
    case "diamond":
      return {
        at: [168, 40, 1.08],
        art:
          chatter(36, 320, OCH, 14, 88) + gown(cloth("lozO"), null, RED) + p("M100,196L86,286Q100,290 114,286Z", W, 4) + bodice(RED, OCH) + p("M77,184H123V196H77Z", W, 4) + limb("M72,144Q36,172 70,196", 19, OCH) + hand(78, 196, 10, true) + limb("M128,144Q166,168 158,148", 19, OCH) +
          rod("M158,170V132", 9, BRN) + `<ellipse cx="158" cy="110" rx="18" ry="24" fill="${SKY}" stroke="${K}" stroke-width="4.4"/><ellipse cx="158" cy="110" rx="21.5" ry="27.5" fill="none" stroke="${OCH}" stroke-width="3"/>` + cuts([[148, 112, 158, 94, 2.4], [154, 118, 166, 98, 2]]) + hand(158, 152, 10, true) +
          p("M76,130Q100,146 124,130L118,118H82Z", cloth("ermine"), 3.8) + face(96, 92, 1.3, { gaze: 1, brow: -0.9, mouth: "smirk", nose: "long", female: true, hair: "buns", hc: RED, hat: hat.wimple(RED, OCH) }),
      };
    case "spade": {
      const owl = p("M-14,8C-20,-12 -16,-30 -13,-38L-5,-32H5L13,-38C16,-30 20,-12 14,8Q0,20 -14,8Z", BRN, 3.8) + c(-6, -23, 6, W, 2.4) + c(6, -23, 6, W, 2.4) + c(-6, -23, 2.4, K, 0) + c(6, -23, 2.4, K, 0) + fl("M-3,-19L3,-19L0,-12Z", OCH) + cuts([[-6, -6, -6, 0, 2], [0, -8, 0, -2, 2], [6, -6, 6, 0, 2], [-3, 2, -3, 8, 2], [4, 2, 4, 8, 2]]);
      return {
        at: [172, 176, 0.95],
        half: [176, 150, 0.9],
        art:
          chatter(37, 320, BLUE, 14, 88) + rod("M162,300V66", 11) + p("M162,30L172,62L162,72L152,62Z", W, 4) + gown(BLUE, cloth("scale"), K) + limb("M128,144Q164,164 160,196", 19, BLUE) + bodice(cloth("scale"), K) + p("M77,184H123V196H77Z", OCH, 4) + limb("M72,144Q34,162 46,196", 19, BLUE) + g(owl, 42, 182, 1.05) +
          p("M32,192Q44,186 56,192L56,206Q44,214 32,206Z", BRN, 3.8) + hand(161, 204, 10, true) + face(100, 92, 1.3, { gaze: -1, brow: 0.5, mouth: "lips", nose: "long", hair: "long", hc: K, female: true, hat: hat.helmet(OCH, BLUE) }),
      };
    }
    default: {
      const goose = p("M-30,8C-28,-16 4,-26 28,-14L44,-20L38,2C32,22 -22,28 -30,8Z", W, 4.2) + ln("M-2,-4q14,10 30,-2M2,6q12,8 24,0", 2.4) + p("M-26,4C-40,-14 -44,-40 -34,-54C-26,-64 -14,-58 -15,-50C-16,-44 -22,-42 -20,-32C-18,-22 -12,-16 -6,-16Z", W, 4.2) + c(-27, -52, 2.4, K, 0) + p("M-35,-52L-50,-46L-34,-43Z", OCH, 3.2);
      return {
        at: [168, 40, 1.08],
        art:
          chatter(38, 320, GRN, 14, 88) + gown(GRN, cloth("stripeG"), OCH) + limb("M128,144Q168,166 152,200", 19, W) + folds([[146, 156, 8, 6], [154, 168, 8, 2]]) + bodice(K, OCH) + cuts([[78, 138, 82, 170, 2], [122, 138, 118, 170, 2]]) + p("M77,184H123V196H77Z", RED, 4) + g(goose, 124, 208, 0.98) + limb("M72,144Q36,176 62,210", 19, W) + folds([[50, 160, 8, 4], [46, 172, 9, 2], [48, 184, 9, -1]]) +
          hand(72, 216, 10, true) + hand(144, 208, 10, true) + face(100, 90, 1.32, { gaze: 1, brow: -0.3, mouth: "smile", nose: "bulb", cheek: RED, hair: "braid", hc: BRN, female: true, freckles: true, hat: hat.flowers(BRN, RED) }),
      };
    }
  }
}

function jacks(suit: French): Court {
  switch (suit) {
    case "heart":
      return {
        at: [164, 248, 1.3],
        half: [166, 154, 1],
        art:
          chatter(41, 320, RED) + legs(W, W, K, 6) + ln("M80,236l-6,30M120,236l6,30", 2) + coat(RED, RED, BLUE) + p("M88,126L100,184L112,126Z", OCH, 4) + cuts([[70, 206, 64, 234, 2.4], [84, 206, 80, 240, 2], [116, 206, 120, 240, 2], [130, 206, 136, 234, 2.4]]) + ln("M74,132L128,182", 9) + ln("M74,132L128,182", 3.4, OCH) +
          g(ln("M0,0C10,26 40,24 40,0C40,-18 16,-20 14,-4C14,8 28,8 34,-2", 11) + ln("M0,0C10,26 40,24 40,0C40,-18 16,-20 14,-4C14,8 28,8 34,-2", 5, OCH) + p("M-8,-4L8,4L-4,20L-22,8Z", OCH, 3.8), 126, 196, 0.9) + limb("M128,142Q162,158 148,184", 19, RED) + hand(146, 190, 10, true) +
          limb("M72,142Q44,178 40,146", 19, RED) + g(p("M18,104L58,92L66,118L26,130Z", W, 4) + ln("M18,104L46,114L58,92", 2.4) + c(46, 114, 5, RED, 2.6), -8, 10) + hand(42, 140, 10) + face(100, 90, 1.36, { gaze: 1, brow: -0.7, mouth: "open", nose: "long", hair: "curly", hc: OCH, hat: hat.tricorn(BLUE, OCH) }),
      };
    case "diamond": {
      const dog = p("M-28,0C-34,-30 -20,-42 -4,-42C6,-44 10,-56 8,-64L20,-58C34,-58 38,-48 46,-46Q48,-38 36,-36C28,-34 26,-28 24,-22V0H14L10,-18L-8,-16L-12,0H-22L-20,-18Z", W, 4.2) + p("M10,-62C2,-58 0,-44 6,-38C14,-40 16,-52 16,-58Z", BRN, 3.2) + c(26, -50, 2.4, K, 0) + c(45, -45, 2.6, K, 0) + ln("M-28,-8Q-42,-20 -36,-34", 6) + ln("M-28,-8Q-42,-20 -36,-34", 1.6, W) + fl("M-14,-40C-2,-42 0,-28 -8,-26C-18,-26 -20,-36 -14,-40Z", BRN) + p("M14,-37L28,-33L27,-28L12,-31Z", RED, 2.6);
      return {
        at: [168, 40, 1.08],
        half: [168, 40, 1.08],
        art:
          chatter(42, 320, OCH) + legs(OCH, RED, BRN, 2) + limb("M128,142Q158,166 146,196", 19, OCH) + coat(cloth("diamR"), null, BRN) + p("M66,236l8,-40h52l8,40l-12,12l-10,-10l-12,12l-12,-12l-10,10Z", RED, 4.4) + ln("M146,204Q150,230 158,244", 4) + g(dog, 156, 302, 0.86, 0, -0.86) + p("M60,146Q78,122 100,124Q122,122 140,146L122,158L110,148L100,160L90,148L78,158Z", OCH, 4.2) +
          limb("M72,142Q38,160 46,196", 19, OCH) + rod("M46,300L40,128", 11, BRN) + p("M40,128C20,124 16,140 22,150L30,142L40,144L52,140L60,148C64,136 58,124 40,128Z", W, 3.8) + hand(44, 202, 10) + hand(146, 200, 10, true) + face(100, 92, 1.34, { gaze: -1, brow: 0.1, mouth: "smile", nose: "long", hat: hat.hood(RED, OCH), beard: "thin", bc: BRN, cheek: RED }),
      };
    }
    case "spade":
      return {
        at: [40, 250, 1.2],
        half: [40, 150, 1],
        art:
          chatter(43, 320, BLUE) + rod("M160,302V78", 12, BRN) + p("M160,26L170,60L160,74L150,60ZM168,70Q190,66 192,92Q180,104 168,98ZM152,76L134,84L152,92Z", W, 4) + legs(BLUE, BLUE, K, 4) + limb("M72,142Q38,162 56,190", 20, cloth("scale")) + coat(cloth("scale"), BLUE, K) + p("M80,130L100,146L120,130L126,150L100,172L74,150Z", BLUE, 4) + star4(100, 150) +
          cuts([[68, 210, 62, 234, 2.4], [84, 210, 82, 240, 2], [116, 210, 118, 240, 2], [132, 210, 138, 234, 2.4]]) + hand(60, 192, 10) + limb("M128,142Q164,158 160,188", 20, cloth("scale")) + hand(160, 196, 11, true) + face(106, 94, 1.36, { gaze: -1, brow: 1.1, mouth: "stern", nose: "hook", hair: "bob", hc: K, beard: "mous", bc: K, hat: hat.helmet(SKY, RED) }),
      };
    default: {
      const tankard = p("M-14,-24H14L16,18H-16Z", BRN, 4.2) + ln("M-15,-12H15M-16,6H16", 3, OCH) + ln("M16,-12Q32,-10 30,2Q28,12 16,8", 5) + p("M-18,-24C-24,-36 -10,-44 -4,-36C2,-46 18,-42 16,-32C24,-30 20,-20 12,-22Q0,-16 -18,-24Z", W, 3.8) + cuts([[-8, -6, -8, 2, 2], [0, -6, 0, 2, 2]]);
      return {
        at: [38, 250, 1.2],
        half: [38, 152, 1],
        art:
          chatter(44, 320, GRN) + legs(K, K, BRN, 6) + limb("M72,142Q42,166 60,190", 20, W) + folds([[54, 154, 8, 4], [50, 164, 9, 2], [52, 176, 8, -1]]) + coat(GRN, null, K) + p("M80,128H120L124,190L140,250Q100,262 60,250L76,190Z", W, 4.4) + ln("M76,192H124", 4) + ln("M78,210l-6,34M92,206l-3,44M108,206l3,44M122,210l6,34", 2, BLUE) + p("M86,126L100,142L114,126L110,120H90Z", RED, 3.8) +
          hand(62, 194, 10) + limb("M128,142Q166,146 160,112", 20, W) + folds([[146, 148, 8, -4], [156, 140, 7, -5], [158, 128, 8, 0]]) + g(tankard, 158, 86, 0.98) + hand(158, 100, 11, true) + face(97, 90, 1.38, { gaze: 1, brow: -0.8, mouth: "grin", nose: "bulb", cheek: RED, hair: "short", hc: BRN, beard: "thin", bc: BRN, hat: hat.parting(BRN) }),
      };
    }
  }
}
const star4 = (x: number, y: number): string => fl(`M${x},${y - 12}L${x + 3},${y - 3}L${x + 12},${y}L${x + 3},${y + 3}L${x},${y + 12}L${x - 3},${y + 3}L${x - 12},${y}L${x - 3},${y - 3}Z`, W);

/** A horse going left, and the ground under it; feet at y = 338. Returns what lies behind and before the saddle. */
function horse(coat: string, mane: string, bridle: string, suit: French): string {
  const mark = coat === K || coat === BRN ? W : K;
  const leg = (d: string, w: number): string => (coat === K ? ln(d, w) : limb(d, w - 7, coat, 3.5));
  const hoof = (d: string): string => p(d, coat === W ? K : OCH, 3);
  return (
    leg("M70,254L38,264L42,292", 15) + cuts([[36, 268, 39, 286, 2]], mark) + hoof("M32,290L51,288L52,303L29,305Z") + leg("M142,262Q154,292 138,306L142,326", 16) + hoof("M132,324H154V338H128Z") +
    p("M158,226C190,222 196,262 184,322C174,304 164,290 160,262Z", mane, 3.5) + cuts([[170, 240, 182, 298, 2.6], [178, 246, 187, 290, 2], [166, 254, 174, 292, 2]], mane === OCH || mane === W ? K : W) +
    p("M164,230C174,252 168,278 150,284C124,290 104,288 86,284C62,280 52,262 54,242C52,226 50,214 48,206L32,220Q18,226 14,214C14,202 24,194 30,178Q36,158 52,150L50,130L66,144C88,150 98,180 104,214C124,220 154,212 164,230Z", coat, 4) +
    c(42, 176, 4.6, W, coat === K ? 0 : 2) + c(41, 177, 2.2, K, 0) + cuts([[20, 209, 28, 205, 2.2], [24, 217, 36, 209, 1.8], [44, 190, 54, 168, 2.4], [56, 206, 62, 176, 2.6], [62, 224, 72, 190, 2.6], [62, 248, 70, 270, 2.8], [70, 244, 78, 268, 2.4], [156, 240, 158, 264, 2.8], [149, 258, 146, 276, 2.4], [158, 268, 148, 280, 2], [100, 278, 124, 282, 2]], mark) +
    ln("M32,182L44,206M44,206L30,196M44,206Q64,214 88,204", 4, bridle) + p("M58,140C86,132 112,170 112,214L98,214C96,188 88,170 74,166Q80,158 66,156Z", mane, 3.5) + cuts([[72, 146, 88, 160, 2], [84, 156, 97, 176, 2], [94, 170, 103, 194, 2], [100, 190, 107, 210, 2]], mane === OCH || mane === W ? K : W) +
    leg("M74,270Q68,298 80,308L74,326", 16) + cuts([[72, 284, 76, 304, 2.2]], mark) + hoof("M62,324H86V338H58Z") + leg("M152,264Q176,284 162,304L168,326", 18) + cuts([[160, 272, 166, 294, 2.4]], mark) + hoof("M156,324H180V338H152Z") +
    p("M84,212Q120,226 162,212L170,264Q128,278 86,262Z", W, 4.5) + sign(suit, 145, 246, 0.84) + all([[96, 266], [110, 270], [128, 271], [146, 270], [162, 267]], ([x = 0, y = 0]) => c(x, y, 4, OCH, 2.6))
  );
}
/** A rider from boot to collar; arms and head are his own. */
const rider = (f: string, hose: string, front: string): string =>
  limb("M122,206Q98,226 104,262", 18, hose) + p("M92,254H118V284H82Q82,272 92,272Z", BRN, 4) + cuts([[98, 258, 98, 272, 2]]) + p("M98,146Q120,136 146,146L142,196L152,222Q124,232 96,220L104,194Z", f, 5) + p("M112,144L122,190L132,144Z", front, 4) + all([152, 164, 176], (y) => c(122, y, 2.4, K, 0)) + p("M103,190H143V200H103Z", OCH, 4);

function kaval(suit: French): Court {
  const mirrored = (s: string): string => g(s, 200, 0, 1, 0, -1);
  const floor = fl("M14,338H186V346H14Z", K) + cuts(range(20, 182, 11).map((x): Cut => [x, 339, x + 5, 345, 1.5]));
  switch (suit) {
    case "spade":
      return {
        at: null,
        bust: "56 42 116 246",
        art:
          chatter(21, 360, BLUE, 20, 98) + floor + horse(K, OCH, RED, suit) + limb("M140,150Q166,160 160,188", 18, BLUE) + rider(BLUE, W, W) + rod("M166,222V22", 11) + p("M166,6L173,26L166,32L159,26Z", W, 3.5) + limb("M104,156Q84,176 92,196", 18, BLUE) + hand(90, 198, 9) + hand(164, 190, 10) +
          face(120, 102, 1.22, { gaze: -1, brow: 0.2, mouth: "flat", hair: "bob", hc: OCH, beard: "thin", hat: hat.feather(BLUE, OCH) }),
      };
    case "heart":
      return {
        at: null,
        bust: "20 46 116 246",
        art:
          chatter(22, 360, RED, 20, 98) + floor + mirrored(horse(W, RED, BLUE, suit) + rider(RED, cloth("stripeB"), OCH)) + limb("M60,152Q34,170 52,190", 18, RED) + hand(58, 192, 9) + face(80, 104, 1.2, { gaze: 1, brow: -0.8, mouth: "flat", nose: "snub", cheek: RED, hair: "curly", hc: BRN, hat: hat.slouch(RED, W) }) +
          rod("M92,126L172,98", 9, OCH) + p("M166,94L190,78L196,112L170,106Z", OCH, 3.8) + p("M112,122L158,106L164,148L152,142L144,158L134,146L122,158Z", cloth("stripeR"), 3.8) + limb("M98,154Q128,166 116,134", 18, RED) + hand(114, 126, 9, true),
      };
    case "diamond":
      return {
        at: null,
        bust: "60 46 116 246",
        art:
          chatter(23, 360, OCH, 20, 98) + floor + horse(OCH, W, RED, suit) + rider(cloth("lozO"), W, RED) + p("M150,170L172,120L184,126L166,176Z", BRN, 4) + ln("M172,122l4,-24M178,124l10,-20", 3) + limb("M144,152Q172,168 154,180", 18, RED) + limb("M104,154Q82,158 70,148", 18, RED) + ln("M70,76Q40,140 78,206", 10) + ln("M70,76Q40,140 78,206", 4, BRN) + ln("M70,76L140,150L78,206", 2.2) + ln("M142,152L44,142", 3.6) + fl("M50,136L36,141L49,149Z", K) +
          hand(60, 144, 9) + hand(144, 154, 9, true) + face(122, 104, 1.2, { gaze: -1, brow: 0.7, mouth: "stern", nose: "long", hair: "wild", hc: K, hat: hat.cap(RED, OCH) }),
      };
    default:
      return {
        at: null,
        bust: "22 46 116 246",
        art:
          chatter(24, 360, GRN, 20, 98) + floor + mirrored(horse(BRN, K, OCH, suit) + rider(GRN, K, cloth("scale"))) + limb("M60,152Q36,172 54,192", 18, cloth("scale")) + hand(58, 194, 9) + limb("M100,152Q142,158 150,118", 18, cloth("scale")) + rod("M148,128L168,52", 11, BRN) +
          g(fl("M0,-26L6,-16L18,-18L16,-6L26,0L16,6L18,18L6,16L0,26L-6,16L-18,18L-16,6L-26,0L-16,-6L-18,-18L-6,-16Z", K) + c(0, 0, 9, OCH, 0), 172, 42, 0.9) + hand(150, 114, 10, true) + face(80, 104, 1.22, { gaze: 1, brow: 1, mouth: "flat", nose: "bulb", hair: "short", hc: RED, beard: "round", bc: RED, hat: g(hat.helmet(W, GRN), 0, 0, 1, 0, -1) }),
      };
  }
}

/** The person on a French court card, in a field 200 wide and `height` high. */
export function frenchCourt(suit: French, court: "jack" | "knight" | "queen" | "king", height: number): Court {
  if (court === "knight") return kaval(suit);
  const drawn = court === "king" ? kings(suit) : court === "queen" ? queens(suit) : jacks(suit);
  const down = height - 320;
  const art = ground(300, suit === "club" || suit === "diamond") + drawn.art;
  if (down === 0) return { ...drawn, art };
  const lower = ([x, y, k]: [number, number, number]): [number, number, number] => [x, y < 100 ? y : y + down, k];
  return { ...drawn, art: g(art, 0, down), at: drawn.at && lower(drawn.at), ...(drawn.half ? { half: lower(drawn.half) } : {}), bust: `42 ${22 + down} 116 ${232 + down}` };
}

/** Where the signs of a number card lie: column -1, 0, 1 and row from -1 (top) to 1. */
const PLACES: Record<number, [number, number][]> = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  8: [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [0, 0.5], [-1, 1], [1, 1]],
  9: [[-1, -1], [1, -1], [-1, -0.33], [1, -0.33], [0, 0], [-1, 0.33], [1, 0.33], [-1, 1], [1, 1]],
  10: [[-1, -1], [1, -1], [0, -0.66], [-1, -0.33], [1, -0.33], [-1, 0.33], [1, 0.33], [0, 0.66], [-1, 1], [1, 1]],
};
const SECOND: Record<French, string> = { heart: BLUE, diamond: OCH, spade: BLUE, club: GRN };

function ace(suit: French, axis: number, cy: number): string {
  const leaf = (x: number, y: number, r: number, f: string, k = 1): string => g(p("M0,0Q10,-14 0,-28Q-10,-14 0,0Z", f, 3.4), x, y, k, r);
  const f = SECOND[suit];
  const side = ln("M0,96C-40,92 -66,60 -66,20C-66,-6 -58,-30 -44,-46", 4.6) + leaf(-44, -46, 20, f) + leaf(-60, -22, -40, f, 0.9) + leaf(-66, 6, 30, f, 0.9) + leaf(-66, 22, -48, f, 0.9) + leaf(-58, 54, 20, f, 0.9) + leaf(-48, 68, -70, f, 0.9) + leaf(-24, 88, -20, f, 0.8) + c(-70, -52, 7, suit === "diamond" ? RED : OCH, 3.2);
  const knot = g(petals("M0,-6Q8,-15 0,-24Q-8,-15 0,-6Z", suit === "club" || suit === "spade" ? RED : f, 6) + c(0, 0, 6, W, 3), 0, 98, 0.86);
  const shine = suit === "spade" ? petals("M0,-6Q6,-16 0,-26Q-6,-16 0,-6Z", W, 8) + c(0, 0, 6, OCH, 3) : suit === "club" ? petals("M0,-6Q6,-14 0,-22Q-6,-14 0,-6Z", W, 3) + c(0, 0, 5, OCH, 3) : petals("M0,-6Q6,-16 0,-26Q-6,-16 0,-6Z", W, 8) + c(0, 0, 6, suit === "heart" ? OCH : BLUE, 3);
  return g(both(side, 0) + knot, axis, cy) + sign(suit, axis, cy, 2.7) + g(shine, axis, cy + (suit === "spade" ? 16 : suit === "club" ? -2 : 0), 0.8);
}

/** Number cards; ornament stands where the signs leave room. */
export function frenchPips(suit: French, n: number, height: number, heads: boolean, strong: boolean): string {
  const [axis, spread] = heads ? [100, 30] : strong ? [n === 10 ? 126 : 120, 33] : [n === 10 ? 112 : 108, 36];
  const cy = height / 2;
  if (n === 1) return ace(suit, axis, cy);
  const reach = n < 4 ? height * 0.3 : height * 0.345;
  const k = n < 4 ? 1.3 : heads || strong ? 1 : 1.1;
  const signs = all(PLACES[n] ?? [], ([x, y]) => sign(suit, axis + x * spread, cy + y * reach, k, y > 0.01 ? 180 : 0));
  const f = SECOND[suit];
  const twig = (y: number, rs: number[]): string => all(rs, (r) => g(p("M0,0Q8,-10 0,-22Q-8,-10 0,0Z", suit === "diamond" ? GRN : f, 3), axis, y, 1, r));
  const flower = (y: number, size = 0.8): string => g(petals("M0,-8Q9,-18 0,-30Q-9,-18 0,-8Z", f, 6) + c(0, 0, 7, suit === "diamond" ? RED : OCH, 3.4), axis, y, size);
  switch (n) {
    case 2:
      return ln(`M${axis},${cy - 52}V${cy + 52}`, 4) + twig(cy - 48, [-38, 38]) + twig(cy + 48, [142, -142]) + twig(cy, [90, -90]) + flower(cy, 1) + signs;
    case 3:
      return flower(cy - reach / 2, 0.56) + flower(cy + reach / 2, 0.56) + signs;
    case 4:
      return ln(`M${axis},${cy - 74}V${cy + 74}`, 4) + twig(cy - 70, [0]) + twig(cy + 70, [180]) + twig(cy - 52, [50, -50]) + twig(cy + 52, [130, -130]) + flower(cy, 1.15) + signs;
    case 5:
      return flower(cy - reach * 0.62, 0.6) + flower(cy + reach * 0.62, 0.6) + signs;
    case 6:
      return ln(`M${axis},${cy - 54}V${cy + 54}`, 4) + twig(cy - 48, [-30, 30]) + twig(cy + 48, [150, -150]) + flower(cy, 0.5) + signs;
    case 7:
      return flower(cy + reach * 0.5, 0.62) + signs;
    case 9:
      return flower(cy - reach * 0.66, 0.5) + flower(cy + reach * 0.66, 0.5) + signs;
    default:
      return (n === 8 ? flower(cy, 0.5) : flower(cy, 0.62)) + signs;
  }
}
