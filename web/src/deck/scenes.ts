// Tarocks I to XI: eleven scenes, each hiding its number. A scene lies in the field x 17…183, y 61…343.

import { BLUE, BRN, GRN, K, OCH, RED, SKY, W, all, box, c, cloth, cuts, fl, g, limb, ln, p, petals, range, rays, rod, type Cut } from "./ink";
import { breeches, coat, face, folds, gown, hand, hat, legs } from "./people";

/** A scene: its ground, its drawing, and where the part begins that a half card shows. */
export type Scene = { sky: string; art: string; top: number };

export const hills = (y: number, f: string, f2?: string): string => (f2 ? p(`M12,${y - 6}Q60,${y - 44} 110,${y - 12}Q150,${y - 36} 190,${y - 20}V348H12Z`, f2, 4) : "") + p(`M12,${y}Q50,${y - 26} 92,${y - 4}Q140,${y - 34} 190,${y - 8}V348H12Z`, f, 4);
export const floor = (y: number, f: string): string => fl(`M12,${y}H188V348H12Z`, f) + ln(`M12,${y}H188`, 4.5);
export const tufts = (y0: number, y1: number, col: string): string => cuts(range(0, Math.floor((y1 - y0) / 9)).flatMap((r): Cut[] => range(24 + (r % 2) * 12, 178, 25).map((x): Cut => [x, y0 + r * 9 + 4, x + 10, y0 + r * 9 + 3, 1.5])), col);
export const sun = (x: number, y: number, r: number, f = OCH): string => all(range(0, 360, 30), (a) => `<path transform="translate(${x} ${y}) rotate(${a})" d="M0,${-r - 4}L5,${-r - 6}L0,${-r - 18}L-5,${-r - 6}Z" fill="${f}"/>`) + c(x, y, r, f, 4);

/** I: the juggler, with one ball. */
function pagat(): Scene {
  const body =
    limb("M70,140Q36,140 32,108", 20, BLUE) + limb("M130,140Q164,150 168,176", 20, RED) + coat(RED, null, W) + breeches(cloth("harl"), W) + p("M70,128Q85,122 100,122V184H75Z", BLUE, 4) + p("M64,140l10,-22l12,12l14,-14l14,14l12,-12l10,22l-18,4l-18,6l-18,-6Z", OCH, 4) + hand(32, 100, 11) + hand(168, 182, 11) +
    face(100, 88, 1.4, { gaze: -1, brow: -1, cheek: RED, beard: "goat", hat: hat.wide(OCH, RED) }) + p("M128,56C150,44 160,26 152,10C136,14 124,32 122,52Z", GRN, 3.6) + cuts([[132, 42, 148, 24, 2], [136, 46, 150, 34, 1.6]]);
  const art = floor(310, OCH) + cuts(range(22, 168, 11).map((x): Cut => [x, 318 + (x % 3) * 8, x + 14, 319 + (x % 3) * 8, 1.8]), K) + rays(100, 190, 92, 150, 186, 354, 19, 3, SKY) + g(legs(cloth("stripeR"), cloth("stripeB"), OCH, 8) + body, 8, 48, 0.92);
  return { sky: W, top: 84, art: art + ln("M150,196L176,236", 9) + ln("M150,196L176,236", 3.4, W) + hand(162, 215, 9) + c(37, 116, 17, RED, 4.5) + cuts([[27, 112, 35, 104, 2.4]]) };
}

/** II: two dancers. */
function dancers(): Scene {
  const he = limb("M86,222Q72,256 78,286", 19, W) + limb("M114,222Q140,244 128,276", 19, W) + p("M66,302H92V276H70Q70,290 60,296Z", K, 4.5) + p("M118,292L140,300L148,284Q138,282 140,270L120,266Z", K, 4.5) + coat(BLUE, null, RED) + p("M76,190H124L132,226Q100,236 68,226Z", W, 4) + p("M86,126L100,184L114,126Z", W, 4) + all([140, 154, 168], (y) => c(100, y, 2.6, RED, 0)) + cuts([[78, 138, 80, 172, 2.2], [122, 138, 120, 172, 2.2]]);
  const she = p("M72,298L66,314L48,318V308L60,296ZM118,298L128,312L146,314V304L132,294Z", K, 3.6) + gown(RED, cloth("flowW"), BLUE) + p("M70,130Q100,118 130,130L122,190H78Z", GRN, 5) + p("M90,130L100,186L110,130Z", W, 3.6);
  return {
    sky: "#f7e3b0",
    top: 88,
    art:
      rays(100, 190, 84, 170, 180, 360, 17, 4, W) + floor(306, BRN) + tufts(308, 340, OCH) + g(he, -22, 84, 0.76) + g(she, 72, 88, 0.76) + limb("M32,188Q20,206 34,222", 14, W) + hand(36, 224, 8) + limb("M76,186Q100,164 100,132", 15, W) + limb("M124,186Q106,164 102,132", 15, W) + hand(100, 124, 10) + limb("M170,188Q180,206 164,220", 14, W) + hand(160, 222, 8, true) +
      face(54, 160, 0.98, { gaze: 1, brow: -0.6, mouth: "smile", nose: "long", hair: "short", hc: K, beard: "mous", bc: K, hat: hat.hunter(GRN, RED) }) + face(148, 160, 0.96, { gaze: -1, brow: -0.6, mouth: "lips", nose: "snub", hair: "braid", hc: OCH, female: true, hat: hat.flowers(OCH, RED) }) +
      all([[30, 92], [170, 94], [100, 84]], ([x = 0, y = 0]) => g(petals("M0,-3Q5,-8 0,-13Q-5,-8 0,-3Z", RED, 6) + c(0, 0, 3.4, OCH, 2), x, y)) + ln("M36,90Q66,104 92,86M108,86Q136,104 164,92", 3.4, GRN),
  };
}

/** III: three kings and their star. */
function kings(): Scene {
  const robe = (f: string, border: string): string => p("M0,0Q22,-8 44,0L56,110H-12Z", f, 4.5) + p("M14,-2H30L36,110H8Z", border, 3.6) + cuts([[2, 30, -4, 100, 2.2], [42, 30, 48, 100, 2.2]]);
  return {
    sky: BLUE,
    top: 92,
    art:
      all([[34, 84], [70, 108], [30, 140], [172, 150], [56, 74]], ([x = 0, y = 0]) => cuts([[x - 4, y, x + 4, y, 1.6]])) + rays(142, 96, 26, 46, 0, 345, 16, 3, OCH) + `<path d="M142,66L150,86L172,90L155,102L160,124L142,111L124,124L129,102L112,90L134,86Z" fill="${OCH}" stroke="${K}" stroke-width="4"/>` + ln("M142,116V306", 6) + ln("M142,116V306", 2, BRN) +
      p("M12,306Q60,290 100,300Q150,288 190,302V348H12Z", W, 4) + tufts(310, 342, SKY) + g(robe(RED, cloth("ermine")), 24, 208) + g(robe(GRN, OCH), 128, 208) + g(robe(OCH, cloth("stripeR")), 76, 220) + limb("M116,232Q138,240 142,224", 13, OCH) + hand(142, 222, 8) +
      p("M38,258h24v20h-24ZM34,258q16,-16 32,0Z", OCH, 3.6) + hand(36, 270, 7) + p("M146,262q14,-12 28,0v16h-28Z", RED, 3.6) + c(160, 253, 3.6, OCH, 2.4) + hand(174, 272, 7, true) +
      face(46, 178, 0.92, { gaze: 1, brow: -0.3, mouth: "smile", nose: "hook", hair: "bob", hc: W, beard: "full", bc: W, old: true, hat: hat.crown(OCH, RED) }) + face(152, 180, 0.88, { gaze: -1, brow: -0.5, nose: "snub", skin: "#a9683c", cheek: RED, hair: "short", beard: "goat", hat: hat.turban(W, RED) }) +
      face(98, 192, 0.94, { gaze: 1, brow: -0.8, mouth: "open", nose: "long", hair: "curly", hc: BRN, hat: hat.tiara(OCH, BLUE) }),
  };
}

/** IIII: a windmill with four sails. */
function mill(): Scene {
  const sail = p("M-5,-14V-96H5V-14Z", BRN, 3.6) + p("M5,-28H27V-94H5Z", W, 3.8) + ln("M5,-44H27M5,-60H27M5,-76H27M16,-28V-94", 2.2);
  return {
    sky: SKY,
    top: 82,
    art:
      p("M24,92q10,-16 26,-8q14,-10 22,6q12,2 8,12H26Q16,100 24,92Z", W, 3.6) + p("M142,76q8,-10 18,-4q14,-4 14,8q8,6 -2,10H144Q134,84 142,76Z", W, 3.6) + hills(296, GRN, OCH) + tufts(306, 342, W) + p("M68,302L82,160H118L134,302Z", W, 5) + cuts([[84, 196, 92, 196, 1.8], [108, 214, 118, 214, 1.8], [80, 236, 90, 236, 1.8], [110, 260, 122, 260, 1.8], [80, 280, 88, 280, 1.8], [114, 186, 118, 186, 1.8]], K) +
      p("M88,302V266Q100,250 114,266V302Z", BRN, 4.4) + c(108, 286, 2.4, OCH, 0) + p("M94,220H108V236H94Z", OCH, 3.6) + ln("M101,220V236", 2) + p("M76,162Q82,128 100,126Q118,128 124,162Q100,170 76,162Z", RED, 4.8) + cuts([[88, 150, 92, 136, 2], [102, 152, 102, 134, 2], [114, 152, 111, 138, 2]]) +
      all([18, 108, 198, 288], (r) => g(sail, 100, 158, 0.98, r)) + c(100, 158, 9, OCH, 4) + p("M150,320q-4,-24 10,-26q14,2 10,26Z", W, 4) + ln("M152,300h16", 3, BRN) + face(160, 278, 0.42, { brow: -0.4, cheek: RED, hat: hat.slouch(W, BLUE) }) + limb("M156,324v12M165,324v12", 5, K, 1),
  };
}

/** V: five musicians. */
function band(): Scene {
  const back = (x: number, y: number, f: string): string => p(`M${x - 26},${y + 62}Q${x - 28},${y + 26} ${x},${y + 22}Q${x + 28},${y + 26} ${x + 26},${y + 62}Z`, f, 4.4);
  const fiddle = p("M0,-10C10,-10 12,-2 9,2C14,6 12,18 0,18C-12,18 -14,6 -9,2C-12,-2 -10,-10 0,-10Z", BRN, 3.4) + rod("M0,-10V-36", 7, BRN) + ln("M-1,-30V14M2,-30V14", 1.2, W);
  return {
    sky: "#f7e3b0",
    top: 94,
    art:
      ln("M14,84Q56,112 100,84Q144,112 188,84", 3.4) + all([[34, 95], [58, 98], [80, 92], [120, 92], [142, 98], [166, 95]], ([x = 0, y = 0], i) => p(`M${x - 7},${y}h14l-7,16Z`, [RED, BLUE, GRN][i % 3], 2.6)) + floor(316, BRN) +
      back(46, 172, GRN) + back(100, 164, RED) + back(154, 172, BLUE) + face(46, 162, 0.8, { gaze: 1, brow: -0.5, cheek: RED, nose: "bulb", hair: "short", hc: BRN, beard: "thin", bc: BRN, hat: hat.wide(K, RED) }) + face(154, 162, 0.8, { gaze: -1, shut: true, brow: -0.9, mouth: "flat", nose: "long", hair: "bob", hc: OCH, hat: hat.slouch(GRN, OCH) }) + face(100, 152, 0.82, { brow: 0.2, cheek: RED, nose: "long", mouth: "flat", hair: "short", hc: K, beard: "stubble", hat: hat.tricorn(BLUE, OCH) }) +
      rod("M100,168V196", 8, OCH) + p("M92,194L84,216H116L108,194Z", OCH, 3.6) + hand(94, 182, 7) + hand(106, 188, 7, true) + g(fiddle, 56, 206, 0.9, -60) + rod("M30,190L76,222", 5, K) + hand(74, 222, 7) + hand(36, 204, 7) + rod("M154,180L142,222", 8, K) + p("M144,216L134,230L150,232Z", K, 2) + hand(150, 194, 7, true) + hand(146, 208, 7, true) +
      g(p("M24,128Q26,92 60,90Q94,92 96,128Z", OCH, 4.4), -4, 186, 0.92) + face(52, 254, 0.84, { gaze: 1, brow: -0.8, mouth: "grin", nose: "snub", freckles: true, hair: "wild", hc: RED, hat: hat.cap(BLUE, W) }) + p("M22,292Q52,280 84,292V326Q52,338 22,326Z", W, 4.2) + p("M20,290Q52,276 86,290Q52,304 20,290Z", W, 3.8) + ln("M26,302l9,24l9,-22l9,24l9,-24l9,22l9,-24", 2.6, RED) + rod("M30,284L48,292", 5, OCH) + rod("M76,282L60,292", 5, OCH) +
      p("M108,318Q106,276 142,272Q170,276 174,318Z", W, 4.4) + cuts([[118, 300, 116, 314, 2], [164, 296, 168, 314, 2]], K) + face(132, 252, 0.84, { gaze: -1, brow: 0.1, mouth: "smile", nose: "hook", hair: "bob", hc: W, old: true, glasses: true, hat: hat.fur(RED, K) }) +
      g(p("M0,-34C20,-34 22,-18 16,-8C28,2 30,40 0,40C-30,40 -28,2 -16,-8C-22,-18 -20,-34 0,-34Z", BRN, 4.2) + rod("M0,-34V-92", 8, K) + ln("M-3,-86V26M3,-86V26", 1.4, W) + ln("M-8,24H8", 4) + cuts([[-14, -2, -10, 12, 2], [14, -2, 10, 12, 2]]), 166, 300, 0.92, 10) + hand(176, 232, 7, true) + rod("M118,292L186,306", 4, OCH) + hand(122, 292, 7),
  };
}

/** VI: a beekeeper and six bees. */
function bees(): Scene {
  const bee = p("M-3,-4C-16,-20 -26,-10 -16,0ZM3,-4C2,-22 18,-22 12,-4Z", W, 2.6) + p("M-14,2C-12,-8 12,-8 15,2C12,12 -12,12 -14,2Z", OCH, 3) + ln("M-5,-5V9M2,-6V10M9,-4V8", 3.6) + c(-11, 1, 1.8, K, 0);
  const body = legs(W, W, BRN, 6) + limb("M128,142Q160,160 152,190", 21, W) + folds([[144, 152, 8, 6], [152, 164, 7, 3]]) + p("M68,128Q100,118 132,128L146,246Q100,258 54,246Z", W, 5) + cuts([[74, 160, 68, 232, 2], [126, 160, 132, 232, 2], [100, 190, 100, 240, 2]], K) + p("M64,188L136,188L138,200L62,200Z", BRN, 4) + limb("M72,142Q36,160 44,194", 21, W) + folds([[52, 156, 8, 4], [44, 170, 9, 2]]);
  return {
    sky: "#cfe0c0",
    top: 92,
    art:
      p("M12,180Q60,150 110,172Q150,150 190,168V348H12Z", GRN, 4) + tufts(300, 342, W) + p("M112,318Q108,238 148,234Q188,238 184,318Z", OCH, 5) + ln("M116,300Q148,308 181,300M114,282Q148,290 182,282M118,264Q148,272 178,264M126,248Q148,254 171,248", 3, BRN) + p("M138,318V302Q148,292 158,302V318Z", K, 3) + p("M106,316H190V328H106Z", BRN, 4) +
      g(body, -18, 76, 0.84) + p("M22,204h26v34q-13,6 -26,0Z", BRN, 4) + ln("M28,204q7,-14 14,0", 3) + ln("M32,194q-8,-10 0,-18q8,-8 0,-18", 3, W) + hand(34, 240, 9) + hand(110, 238, 9) + face(66, 152, 1.04, { gaze: 1, brow: -0.6, mouth: "smile", nose: "bulb", cheek: RED, beard: "walrus", bc: W, old: true, hat: hat.wide(OCH, BRN) }) +
      all([[128, 90, 0], [164, 116, 14], [132, 142, -10], [164, 166, 8], [130, 194, -16], [166, 216, 10]], ([x = 0, y = 0, r = 0]) => g(bee, x, y, 0.96, r)),
  };
}

/** VII: seven ravens on a bare tree. */
function ravens(): Scene {
  const raven = p("M-4,0C-18,-4 -22,-20 -14,-30C-14,-40 0,-44 5,-35L17,-30L6,-27C12,-16 8,-4 2,0L-2,14L-10,8Z", K, 2.4) + c(-1, -34, 2.2, W, 0) + cuts([[-12, -24, -13, -8, 2], [-6, -22, -6, -6, 1.8]]) + fl("M6,-33L17,-30L6,-27Z", OCH);
  return {
    sky: "#f4d7b8",
    top: 76,
    art:
      c(140, 128, 40, RED, 4.5) + cuts(range(0, 5).map((i): Cut => [110 + i * 4, 118 + i * 10, 168 - i * 4, 118 + i * 10, 1.8]), "#f4d7b8") + hills(304, BRN, OCH) + tufts(316, 342, OCH) +
      fl("M78,312C92,270 84,232 90,190C70,176 48,176 30,166L32,158C52,164 74,164 88,172C86,140 74,120 62,104L70,100C82,114 92,130 96,152C104,128 120,108 138,96L142,102C124,118 110,140 110,170C126,164 148,158 170,160L170,168C148,168 126,176 112,186C112,232 112,272 132,312Z", K) + cuts([[98, 200, 96, 250, 2.6], [104, 220, 104, 280, 2.6], [94, 260, 90, 296, 2.4], [112, 284, 118, 304, 2.2], [50, 166, 76, 171, 1.6], [128, 168, 154, 164, 1.6], [80, 124, 90, 146, 1.8], [130, 108, 116, 130, 1.8]]) +
      g(raven, 64, 100, 0.92) + g(raven, 138, 96, 0.92, 0, -0.92) + g(raven, 36, 158, 0.92) + g(raven, 66, 164, 0.92, 0, -0.92) + g(raven, 160, 158, 0.92, 0, -0.92) + g(raven, 128, 164, 0.92) + g(raven, 48, 318, 1.1),
  };
}

const house = (x: number, y: number, w: number, h: number, f: string, windows: number): string =>
  p(`M${x},${y}V${y - h}L${x + w / 2},${y - h - w * 0.55}L${x + w},${y - h}V${y}Z`, f, 4) + all(range(0, windows), (i) => box(Math.round(x + 7 + ((i % 2) * (w - 18)) / 2), y - h + 6 + Math.floor(i / 2) * 20, 9, 13, OCH, 2.4));
/** VIII: the watchman; eight windows are lit. */
function watchman(): Scene {
  const body =
    limb("M72,144Q44,160 40,190", 22, cloth("dotG")) + p("M66,130Q100,116 134,130L154,262Q100,276 46,262Z", cloth("dotG"), 5) + p("M86,128L100,150L114,128L122,142L100,176L78,142Z", OCH, 4) + ln("M100,176V266", 4) + all([196, 218, 240], (y) => c(108, y, 3.4, OCH, 2.4)) + p("M58,290V262H92V296H54ZM142,290V262H108V296H146Z", BRN, 4.5) +
    limb("M128,144Q150,166 152,170", 22, cloth("dotG")) + hand(36, 196, 11) + hand(156, 170, 11) + face(100, 92, 1.4, { gaze: 1, brow: 0.4, mouth: "open", nose: "bulb", cheek: RED, hair: "short", hc: W, beard: "full", bc: W, hat: hat.wide(BRN, OCH), old: true });
  return {
    sky: BLUE,
    top: 102,
    art:
      cuts(range(0, 7).map((i): Cut => [30 + i * 23, 80 + ((i * 37) % 50), 38 + i * 23, 80 + ((i * 37) % 50), 2])) + house(18, 260, 42, 124, K, 4) + house(140, 260, 42, 116, K, 4) + p("M80,260V122L88,92L96,122V260Z", K, 3) + p("M80,260V160H124V260Z", K, 3) + fl("M12,250H188V348H12Z", K) +
      cuts(range(262, 340, 13).flatMap((y) => range(24 + (y % 3) * 6, 170, 24).map((x): Cut => [x, y, x + 13, y + 1, 2])), "#5f7fb5") + c(144, 266, 34, OCH, 0) + rays(144, 266, 32, 40, 0, 345, 22, 2.6, OCH) + rod("M52,336V110", 11) + p("M52,70L59,94V118H45V94ZM59,98Q78,94 74,118L59,112Z", W, 4) + g(body, 20, 88, 0.82) +
      p("M134,244H158L162,282H130Z", OCH, 4.5) + ln("M146,246V280M132,263H160", 3) + p("M130,244L146,230L162,244Z", RED, 4) + fl("M143,276Q140,268 146,258Q152,268 149,276Z", W),
  };
}

/** IX: nine skittles and the man who throws. */
function skittles(): Scene {
  const pin = p("M-7,0C-12,-14 -8,-22 -5,-28C-8,-36 -5,-42 0,-42C5,-42 8,-36 5,-28C8,-22 12,-14 7,0Z", W, 3.4) + ln("M-5,-28H5M-5,-24H5", 2.2, RED);
  const pins: [number, number][] = [[66, 314], [94, 314], [122, 314], [150, 314], [80, 328], [108, 328], [136, 328], [94, 342], [122, 342]];
  const body = limb("M90,222Q70,250 58,286", 19, cloth("stripeB")) + limb("M114,222Q138,240 140,282", 19, cloth("stripeB")) + p("M66,302H40V292Q50,288 50,276L72,280Z", K, 4.5) + p("M128,302H160Q160,292 150,288V272H128Z", K, 4.5) + limb("M72,142Q44,160 58,186", 20, W) + folds([[56, 154, 8, 4], [50, 166, 9, 1]]) + coat(RED, null, K) + p("M84,126L100,184L116,126Z", W, 4) + hand(62, 190, 10);
  return {
    sky: "#dbe6cf",
    top: 68,
    art:
      p("M12,220H188V236H12Z", BRN, 4) + all(range(20, 188, 18), (x) => p(`M${x},196l5,-10l5,10v52h-10Z`, OCH, 3)) + floor(250, GRN) + tufts(256, 300, W) + g(body, 0, 56, 0.8) + g(limb("M104,154Q146,152 152,116", 17, W) + folds([[134, 148, 8, -4], [146, 138, 7, -4]]) + c(154, 92, 19, BRN, 4.6) + cuts([[143, 90, 150, 80, 2.6], [150, 98, 164, 96, 2]]) + hand(150, 110, 9, true), 0, 16) +
      face(82, 130, 1.08, { gaze: 1, brow: -0.9, mouth: "open", nose: "bulb", cheek: RED, hair: "short", hc: BRN, beard: "mous", bc: BRN, hat: hat.hunter(BRN, RED) }) + all(pins, ([x, y]) => g(pin, x + 16, y, 0.92)),
  };
}

/** X: ten apples. */
function apples(): Scene {
  const spots: [number, number][] = [[48, 112], [86, 92], [126, 96], [158, 122], [64, 146], [104, 130], [144, 156], [38, 176], [92, 172], [168, 184]];
  const girl = gown(BLUE, W, RED) + p("M70,130Q100,118 130,130L122,190H78Z", RED, 5) + p("M90,130L100,186L110,130Z", W, 3.6) + limb("M128,144Q160,150 158,112", 19, W) + folds([[146, 150, 6, -5], [152, 138, 8, -2]]) + hand(158, 100, 10, true);
  return {
    sky: "#f7e3b0",
    top: 74,
    art:
      hills(306, GRN) + tufts(312, 342, W) + p("M88,316C98,270 94,230 84,196L116,196C110,230 112,270 126,316Z", BRN, 4.6) + cuts([[98, 214, 102, 266, 2.4], [106, 226, 110, 296, 2.4]]) +
      p("M28,198C8,180 14,146 28,136C24,104 54,88 68,88C82,66 124,66 138,84C162,84 182,108 176,134C194,150 190,184 172,198C160,214 128,212 116,204C100,214 76,212 66,204C54,212 36,208 28,198Z", GRN, 5) + all([[40, 136], [74, 118], [116, 114], [146, 130], [54, 190], [124, 182], [80, 200], [150, 100], [100, 158]], ([x = 0, y = 0]) => ln(`M${x},${y}q8,-8 16,0`, 2.4, W)) +
      all(spots, ([x, y]) => ln(`M${x},${y - 8}q1,-7 6,-9`, 2.6) + c(x, y, 10, RED, 3.8) + cuts([[x - 5, y, x - 1, y - 6, 2]])) + rod("M150,330L128,196", 8, BRN) + rod("M176,330L150,196", 8, BRN) + ln("M146,304L172,304M142,278L167,278M138,252L162,252M134,226L156,226", 5) +
      g(girl, 10, 178, 0.52) + face(62, 224, 0.7, { gaze: 1, brow: -0.8, mouth: "smile", nose: "snub", freckles: true, hair: "braid", hc: BRN, female: true, hat: hat.scarf(W) }) + limb("M46,252Q32,262 38,280", 10, W, 3) + p("M22,282H54L50,304H26Z", OCH, 3.6) + ln("M24,290H52M28,298H49", 2, BRN),
  };
}

/** XI: a goose girl with eleven geese. */
function geese(): Scene {
  const goose = p("M-14,4C-12,-8 2,-12 13,-6L20,-10L17,2C14,11 -10,13 -14,4Z", W, 3) + p("M-11,2C-18,-8 -20,-20 -15,-26C-11,-30 -6,-27 -7,-23C-8,-20 -10,-18 -9,-13C-8,-9 -5,-7 -2,-7Z", W, 3) + fl("M-17,-25L-24,-21L-16,-20Z", OCH) + c(-12, -24, 1.4, K, 0) + ln("M-1,8v5M4,8v5", 2, OCH) + ln("M0,-1q6,4 12,-1", 1.6);
  const spots: [number, number, number][] = [[48, 232, 1], [150, 226, -1], [168, 256, -1], [36, 264, 1], [66, 270, 1], [140, 282, -1], [44, 300, 1], [80, 308, 1], [116, 316, -1], [164, 304, -1], [146, 334, -1]];
  const girl = gown(RED, cloth("stripeB"), OCH) + p("M70,130Q100,118 130,130L122,190H78Z", BLUE, 5) + p("M90,130L100,186L110,130Z", W, 3.6) + limb("M72,144Q40,164 60,190", 19, W) + hand(66, 194, 10, true) + limb("M128,144Q160,158 158,190", 19, W) + folds([[144, 152, 8, 6], [150, 166, 9, 2], [52, 158, 8, 4]]);
  return {
    sky: SKY,
    top: 84,
    art:
      p("M132,96q8,-14 22,-6q14,-8 20,6q10,4 4,12H134Q124,104 132,96Z", W, 3.6) + sun(46, 102, 17) + hills(218, GRN, OCH) + tufts(226, 340, W) + g(girl, 24, 58, 0.76) + rod("M146,258L154,126", 8, BRN) + ln("M153,130q8,-10 2,-20M154,134q12,-4 14,-14", 3, GRN) + hand(146, 202, 8, true) + face(100, 128, 1.02, { gaze: -1, brow: -0.7, mouth: "smile", nose: "snub", cheek: RED, hair: "braid", hc: OCH, female: true, freckles: true, hat: hat.scarf(cloth("dotR")) }) +
      all(spots, ([x, y, s]) => g(goose, x, y, 0.98, 0, s * 0.98)),
  };
}

export const EARLY: (() => Scene)[] = [pagat, dancers, kings, mill, band, bees, ravens, watchman, skittles, apples, geese];
