// People: one head, many faces; hats, hands, coats, thrones. A figure stands in a field 200 wide, feet at y = 302.

import { BLUE, BRN, GRN, K, OCH, RED, ROSE, W, all, c, cloth, cuts, fl, g, limb, ln, p, polar, range, rays, type Cut } from "./ink";

export type Face = {
  /** Where the eyes look: -1 left, 1 right. */
  gaze?: number;
  /** Brows: above 0 stern, below 0 astonished. */
  brow?: number;
  mouth?: "smile" | "stern" | "flat" | "smirk" | "open" | "lips" | "grin";
  nose?: "long" | "hook" | "snub" | "bulb";
  cheek?: string;
  hair?: "bob" | "curly" | "short" | "braid" | "long" | "wild" | "buns";
  hc?: string;
  beard?: "full" | "fork" | "goat" | "thin" | "mous" | "walrus" | "round" | "stubble";
  bc?: string;
  hat?: string;
  old?: boolean;
  female?: boolean;
  shut?: boolean;
  glasses?: boolean;
  patch?: boolean;
  freckles?: boolean;
  skin?: string;
};

const against = (col: string): string => (col === K || col === BLUE || col === BRN || col === RED || col === GRN ? W : K);
const CURLS: [number, number][] = [[-25, -12], [-28, 2], [-25, 16], [25, -12], [28, 2], [25, 16]];

function hairBehind({ hair, hc = K }: Face): string {
  const mark = against(hc);
  switch (hair) {
    case "bob":
      return p("M-24,-18C-36,4 -30,24 -33,32Q-20,38 -12,26L12,26Q20,38 33,32C30,24 36,4 24,-18Z", hc, 3.6) + cuts([[-27, 4, -26, 28, 2.2], [-22, 12, -19, 30, 1.8], [27, 4, 26, 28, 2.2], [22, 12, 19, 30, 1.8]], mark);
    case "curly":
      return all(CURLS, ([x, y]) => c(x, y, 9, hc, 3.4)) + all(CURLS, ([x, y]) => ln(`M${x - 3},${y + 2}Q${x},${y - 5} ${x + 4},${y}`, 1.8, mark));
    case "short":
      return p("M-25,-16Q-29,2 -22,10L22,10Q29,2 25,-16Z", hc, 3.6);
    case "braid":
      return limb("M-21,8Q-30,26 -24,46", 9, hc, 3) + ln("M-30,18l9,5M-31,28l9,4M-29,38l8,3", 2) + limb("M21,8Q30,26 24,46", 9, hc, 3) + ln("M30,18l-9,5M31,28l-9,4M29,38l-8,3", 2);
    case "long":
      return p("M-23,-18C-35,0 -31,28 -37,52Q-28,57 -19,49L-17,18L17,18L19,49Q28,57 37,52C31,28 35,0 23,-18Z", hc, 3.6) + cuts([[-27, 0, -31, 46, 2.2], [-23, 18, -24, 46, 1.8], [27, 0, 31, 46, 2.2], [23, 18, 24, 46, 1.8]], mark);
    case "wild":
      return p("M-20,-22L-38,-20L-31,-10L-42,0L-31,6L-38,20L-24,18L-22,28L0,16L22,28L24,18L38,20L31,6L42,0L31,-10L38,-20L20,-22Z", hc, 3.6) + cuts([[-26, -8, -35, -2, 1.8], [-26, 8, -33, 14, 1.8], [26, -8, 35, -2, 1.8], [26, 8, 33, 14, 1.8]], mark);
    case "buns":
      return c(-27, 0, 11, hc, 3.6) + c(27, 0, 11, hc, 3.6) + ln("M-32,2Q-27,-8 -21,0M-31,6Q-26,0 -22,6M32,2Q27,-8 21,0M31,6Q26,0 22,6", 1.9, mark);
    default:
      return "";
  }
}

function beardOf({ beard, bc = K }: Face): string {
  const mark = bc === W ? K : bc === OCH ? BRN : W;
  switch (beard) {
    case "full":
      return p("M-22,4C-18,14 -10,12 -8,13Q0,10 8,13C10,12 18,14 22,4C25,24 20,34 16,40Q12,36 10,44Q6,40 0,48Q-6,40 -10,44Q-12,36 -16,40C-20,34 -25,24 -22,4Z", bc, 3.4) + cuts([[-16, 16, -12, 34, 2], [-8, 24, -5, 40, 2], [0, 26, 0, 42, 2], [8, 24, 5, 40, 2], [16, 16, 12, 34, 2]], mark);
    case "fork":
      return p("M-22,2C-17,13 -10,11 -8,12Q0,9 8,12C10,11 17,13 22,2C26,26 24,48 20,64Q10,56 0,38Q-10,56 -20,64C-24,48 -26,26 -22,2Z", bc, 3.4) + cuts([[-18, 16, -17, 54, 2], [-12, 18, -13, 50, 2], [-6, 24, -8, 44, 1.8], [18, 16, 17, 54, 2], [12, 18, 13, 50, 2], [6, 24, 8, 44, 1.8]], mark);
    case "round":
      return p("M-22,-2C-19,12 -12,12 -8,13Q0,9 8,13C12,12 19,12 22,-2C28,22 18,38 0,38C-18,38 -28,22 -22,-2Z", bc, 3.4) + cuts([[-19, 6, -16, 22, 2], [-13, 22, -8, 33, 2], [-5, 26, -3, 36, 1.8], [5, 26, 3, 36, 1.8], [13, 22, 8, 33, 2], [19, 6, 16, 22, 2]], mark);
    case "goat":
      return p("M-6,22Q0,20 6,22Q5,34 0,42Q-5,34 -6,22Z", bc, 3);
    case "stubble":
      return cuts([[-16, 12, -15, 16, 1.2], [-13, 17, -12, 21, 1.2], [-9, 21, -8, 25, 1.2], [-4, 23, -4, 28, 1.2], [1, 23, 1, 28, 1.2], [6, 22, 5, 27, 1.2], [10, 20, 9, 24, 1.2], [14, 16, 13, 20, 1.2], [16, 11, 15, 15, 1.2]], bc);
    default:
      return "";
  }
}

function mouthOf({ mouth = "smile", beard, bc = K }: Face): string {
  const lines: Record<string, string> = { smile: "M-8,16Q0,22 8,15", stern: "M-7,18Q0,15 7,18", flat: "M-6,17H6", smirk: "M-7,18Q3,20 9,13" };
  const full = beard === "full" || beard === "fork" || beard === "round";
  let o = "";
  if (mouth === "open") o = p("M-7,15Q0,13 7,15Q6,25 0,25Q-6,25 -7,15Z", K, 2) + fl("M-3,21Q0,18 3,21Q2,24 0,24Q-2,24 -3,21Z", RED);
  else if (mouth === "grin") o = p("M-10,14Q0,17 10,14Q8,24 0,24Q-8,24 -10,14Z", W, 2.2) + ln("M-5,16v6M0,16v7M5,16v6", 1.3);
  else if (mouth === "lips") o = p("M-6,17Q-3,13 0,15Q3,13 6,17Q0,22 -6,17Z", RED, 1.6);
  else if (full) o = p("M-6,18Q0,15 6,18Q0,24 -6,18Z", bc === RED ? W : RED, 1.8);
  else o = ln(lines[mouth] ?? "", 3);
  if (full || beard === "mous") o += p("M0,11Q-9,8 -15,16Q-20,18 -22,13Q-20,24 -10,20Q-3,18 0,14Q3,18 10,20Q20,24 22,13Q20,18 15,16Q9,8 0,11Z", bc, 2.4);
  if (beard === "walrus") o += p("M0,10Q-12,6 -17,18L-19,30Q-12,26 -9,20Q-4,21 0,16Q4,21 9,20Q12,26 19,30L17,18Q12,6 0,10Z", bc, 2.6) + cuts([[-12, 14, -15, 24, 1.4], [-6, 13, -8, 19, 1.2], [12, 14, 15, 24, 1.4], [6, 13, 8, 19, 1.2]], against(bc));
  if (beard === "goat" || beard === "thin") o += fl("M0,11Q-8,9 -13,14Q-7,15 0,14Q7,15 13,14Q8,9 0,11Z", bc);
  return o;
}

function eyesOf({ gaze = 0, brow = 0, female = false, shut = false, patch = false, glasses = false }: Face): string {
  const lid = female ? -9 : -8;
  let o = "";
  for (const s of [-1, 1]) {
    const x = s * 9.5;
    if (patch && s === 1) o += p("M3,-10Q10,-13 17,-9Q16,2 9,2Q3,0 3,-10Z", K, 2) + ln("M-22,-18L22,-6", 2.6);
    else if (shut) o += ln(`M${x - 6},-5Q${x},1 ${x + 6},-5`, 2.8);
    else {
      o += p(`M${x - 6.5},-4Q${x},${lid - 3} ${x + 6.5},-4Q${x},1 ${x - 6.5},-4Z`, W, 1.9) + c(x + gaze * 2.2, -4.6, 3.1, K, 0);
      o += ln(`M${x - 7},-4Q${x},${lid - 4} ${x + 7},-4`, 2.4);
    }
    if (female) o += ln(`M${x + s * 6},-5l${s * 3},-3`, 2);
    o += ln(`M${x - s * 6},${-12 + brow * 3}Q${x},-17 ${x + s * 7.5},${-12 - brow * 2}`, female ? 2.4 : 3.9);
  }
  if (glasses) o += `<g fill="none" stroke="${K}" stroke-width="2.2"><circle cx="-10" cy="-4" r="8.6"/><circle cx="10" cy="-4" r="8.6"/></g>` + ln("M-1,-5q1,-2 2,0M-18,-6l-5,-2M18,-6l5,-2", 2.2);
  return o;
}

/** A head about 50 high around its own middle, before the scale `k`. */
export function face(x: number, y: number, k: number, f: Face): string {
  const { gaze = 0, nose = "long", cheek = ROSE } = f;
  const z = gaze || 1;
  const noses = {
    long: `M${-3 * z},-8L${4 * z},7Q${3 * z},11 ${-3 * z},9`,
    hook: `M${-3 * z},-9Q${9 * z},-2 ${7 * z},8Q${3 * z},11 ${-3 * z},8`,
    snub: `M${-1 * z},-4L${1 * z},4Q${5 * z},8 ${1 * z},9Q${-4 * z},9 ${-3 * z},6`,
    bulb: `M${-2 * z},-7L0,2M-6,7Q-5,2 0,3Q6,2 6,7Q3,11 0,10Q-4,11 -6,7`,
  };
  let o = hairBehind(f) + p("M-22,-16C-24,6 -20,22 0,31C20,22 24,6 22,-16C18,-32 -18,-32 -22,-16Z", f.skin ?? W, 3.8);
  o += c(-14, 9, 5, cheek, 0) + c(14, 9, 5, cheek, 0);
  o += cuts([[21, -4, 15, -2, 1.4], [21, 1, 17, 2, 1.2], [19, 17, 12, 18, 1.4], [16, 21, 10, 21, 1.2]], K);
  if (f.old) o += ln("M-18,1l-3,-2M18,1l3,-2M-9,12Q-11,15 -10,18M9,12Q11,15 10,18", 1.5);
  if (f.freckles) o += all([[-15, 5], [-10, 4], [-13, 9], [15, 5], [10, 4], [13, 9]], ([a = 0, b = 0]) => c(a, b, 1.1, BRN, 0));
  o += eyesOf(f) + ln(noses[nose], 2.7);
  if (nose === "bulb") o += fl("M-5,7Q-4,3 0,4Q5,3 5,7Q2,10 0,9Q-4,10 -5,7Z", cheek);
  return g(o + beardOf(f) + mouthOf(f) + (f.hat ?? ""), x, y, k);
}

const CROWN = "M-27,-15L-32,-44L-18,-32L-10,-52L0,-34L10,-52L18,-32L32,-44L27,-15Q0,-24 -27,-15Z";
/** What people wear on their heads: inks of the main part and of the trim. */
export const hat = {
  crown: (a: string, b: string): string =>
    p(CROWN, a, 3.8) + all([[-32, -46], [-10, -54], [10, -54], [32, -46]], ([x = 0, y = 0]) => c(x, y, 4, b, 3)) + p("M-27,-16Q0,-26 27,-16L26,-9Q0,-18 -26,-9Z", b, 3) +
    all([[-18, -16], [-9, -18.5], [0, -19.5], [9, -18.5], [18, -16]], ([x = 0, y = 0]) => c(x, y, 1.9, W, 0)) + cuts([[-22, -34, -20, -22, 1.8], [-9, -42, -8, -26, 1.8], [9, -42, 8, -26, 1.8], [22, -34, 20, -22, 1.8]]),
  /** A closed crown on fur, as of an old emperor. */
  mitre: (a: string, b: string): string =>
    p("M-25,-18C-34,-42 -14,-52 0,-52C14,-52 34,-42 25,-18Z", b, 3.8) + p("M-6,-52Q-8,-34 -6,-20H6Q8,-34 6,-52Z", a, 3) + ln("M-4,-57H4M0,-62V-52", 4) + all([-46, -40, -34], (y) => c(0, y, 1.8, K, 0)) +
    rays(0, -20, 16, 32, 205, 235, 3, 1.8) + rays(0, -20, 16, 32, 305, 335, 3, 1.8) + p("M-30,-22Q-32,-10 -27,-8Q0,-18 27,-8Q32,-10 30,-22Q0,-33 -30,-22Z", cloth("ermine"), 3.4),
  /** A crown of leaves. */
  wreath: (a: string, b: string): string =>
    p("M-26,-12C-30,-34 -14,-40 0,-40C14,-40 30,-34 26,-12Q0,-24 -26,-12Z", b, 3.6) +
    all([[-27, -12, -70], [-22, -24, -48], [-12, -32, -24], [0, -35, 0], [12, -32, 24], [22, -24, 48], [27, -12, 70]], ([x = 0, y = 0, r = 0]) => g(p("M0,6C-10,0 -8,-12 0,-22C8,-12 10,0 0,6Z", a, 3) + ln("M0,2V-14", 1.6, W), x, y, 0.95, r)) +
    c(-18, -15, 3.6, RED, 2) + c(-6, -20, 3.6, RED, 2) + c(7, -20, 3.6, RED, 2) + c(18, -15, 3.6, RED, 2),
  /** A tall crown with bells on its points. */
  points: (a: string, b: string): string =>
    p("M-26,-14L-33,-42L-19,-36L-12,-60L0,-42L12,-60L19,-36L33,-42L26,-14Q0,-24 -26,-14Z", a, 3.8) + all([[-34, -44], [-12, -62], [12, -62], [34, -44]], ([x = 0, y = 0]) => c(x, y, 5, b, 3) + ln(`M${x - 5},${y}h10`, 1.8)) +
    p("M-27,-15Q0,-27 27,-15L26,-8Q0,-18 -26,-8Z", b, 3) + fl("M0,-38L5,-30L0,-24L-5,-30ZM-16,-34L-12,-28L-16,-22L-20,-28ZM16,-34L20,-28L16,-22L12,-28Z", W),
  turban: (a: string, b: string): string =>
    p("M-28,-10C-38,-30 -22,-50 0,-50C22,-50 38,-30 28,-10Q0,-24 -28,-10Z", a, 3.8) + ln("M-28,-14Q4,-20 20,-44M-24,-30Q2,-28 6,-50M28,-14Q2,-16 -16,-28", 2.6) + p("M0,-34C-8,-44 -4,-60 6,-68C6,-58 10,-52 6,-40Z", b, 3.2) + c(2, -32, 6, RED, 3),
  feather: (a: string, f: string): string =>
    p("M-10,-30C-20,-48 -40,-50 -47,-30C-50,-18 -46,-6 -40,2C-38,-12 -32,-20 -10,-24Z", f, 3.4) + ln("M-12,-27Q-34,-38 -41,-8", 2) + cuts([[-28, -32, -34, -42, 1.5], [-36, -28, -45, -32, 1.5], [-39, -18, -47, -18, 1.5]], K) +
    p("M-22,-18C-22,-48 16,-50 22,-18Z", a, 3.8) + p("M-34,-12Q-32,-22 0,-23Q34,-22 38,-14Q20,-13 0,-14Q-20,-13 -34,-12Z", a, 3.6) + ln("M-21,-23Q0,-29 21,-23", 3, W) + cuts([[-10, -40, -13, -29, 1.8], [2, -43, 2, -30, 1.8]]),
  fur: (a: string, f: string): string =>
    p("M-20,-26Q-16,-52 4,-56Q14,-62 22,-50Q14,-46 20,-26Z", a, 3.8) + p("M-29,-14Q-34,-30 -24,-31Q0,-40 24,-31Q34,-30 29,-14Q0,-23 -29,-14Z", f, 3.8) + cuts([-22, -15, -8, -1, 6, 13, 20].map((x): Cut => [x, -20 - Math.abs(3 - Math.abs(x) / 9), x + 2, -32, 1.7]), f === W ? K : W),
  slouch: (a: string, b: string): string =>
    p("M-25,-14C-30,-38 -6,-48 14,-44C30,-44 44,-32 38,-16C32,-20 28,-16 25,-14Q0,-24 -25,-14Z", a, 3.8) + p("M-27,-10Q0,-22 27,-10L25,-18Q0,-30 -25,-18Z", b, 3) + cuts([[-14, -36, -18, -24, 1.8], [-2, -40, -4, -27, 1.8], [12, -38, 12, -27, 1.8], [28, -34, 26, -23, 1.8]]),
  wide: (a: string, b: string): string =>
    p("M-19,-20Q-22,-46 -6,-44Q0,-40 6,-44Q22,-46 19,-20Z", a, 3.8) + p("M-44,-16Q-20,-26 0,-26Q20,-26 44,-16Q24,-10 0,-14Q-24,-10 -44,-16Z", a, 3.8) + ln("M-19,-25Q0,-31 19,-25", 4.5, b),
  jester: (a: string, b: string, d: string): string =>
    p("M-24,-12C-28,-30 -44,-36 -52,-20C-56,-46 -30,-60 -6,-44Z", a, 3.6) + p("M24,-12C28,-30 44,-36 52,-20C56,-46 30,-60 6,-44Z", b, 3.6) + p("M-22,-16C-22,-44 -10,-54 2,-72C12,-54 22,-40 22,-16Z", d, 3.6) +
    all([[-52, -17], [52, -17], [2, -76]], ([x = 0, y = 0]) => c(x, y, 6, OCH, 3)) + p("M-27,-8Q0,-20 27,-8L25,-18Q0,-30 -25,-18Z", W, 3) + ln("M-15,-16l4,-6l4,4l4,-6l4,5l4,-5l4,6l4,-5", 2),
  scarf: (a: string): string => p("M-27,22C-32,-20 -22,-40 0,-40C22,-40 32,-20 27,22Q24,12 22,-8Q10,-26 0,-26Q-10,-26 -22,-8Q-24,12 -27,22Z", a, 3.8),
  /** A pointed green hunter's hat with a brush. */
  hunter: (a: string, b: string): string =>
    p("M14,-30C18,-50 28,-58 36,-60C36,-48 34,-38 24,-26Z", b, 3.2) + cuts([[24, -34, 32, -52, 1.6], [28, -36, 34, -48, 1.4]], against(b)) + p("M-24,-18C-20,-36 -8,-56 4,-54C14,-52 20,-34 24,-18Z", a, 3.8) + p("M-36,-10Q-30,-22 0,-24Q30,-22 40,-20Q26,-8 0,-14Q-22,-14 -36,-10Z", a, 3.6) + ln("M-21,-23Q0,-30 22,-24", 4, b) + cuts([[-8, -44, -13, -30, 1.8], [3, -48, 2, -32, 1.8]]),
  /** A steel cap with a comb. */
  helmet: (a: string, b: string): string =>
    p("M-4,-46C-30,-66 -42,-44 -42,-26C-34,-36 -24,-38 -8,-38Z", b, 3.2) + cuts([[-14, -44, -30, -50, 1.8], [-18, -42, -38, -38, 1.8]], against(b)) + p("M-25,-14C-26,-42 -12,-48 2,-48C16,-48 26,-40 25,-14Z", a, 3.8) + p("M-32,-10Q0,-26 32,-10L28,-18Q0,-32 -28,-18Z", a, 3.4) + ln("M0,-47V-24", 3) + cuts([[-14, -38, -18, -22, 2], [-7, -41, -9, -25, 1.6]], a === W ? K : W),
  cap: (a: string, b: string): string =>
    p("M-25,-14C-28,-38 -14,-44 0,-44C14,-44 28,-38 25,-14Q0,-22 -25,-14Z", a, 3.8) + c(0, -46, 5, b, 3) + ln("M0,-42Q-16,-36 -18,-18M0,-42Q16,-36 18,-18M0,-42V-20", 2.2, against(a)) + p("M-28,-10Q0,-22 28,-10L25,-18Q0,-28 -25,-18Z", b, 3),
  hood: (a: string, b: string): string =>
    p("M-22,30C-36,18 -36,-36 -6,-48C4,-54 18,-58 28,-52C22,-48 22,-46 24,-42C36,-22 34,18 22,30Q26,10 22,-8Q12,-24 0,-24Q-12,-24 -22,-8Q-26,10 -22,30Z", a, 3.8) + ln("M-22,-8Q-12,-24 0,-24Q12,-24 22,-8", 3.4, b) + cuts([[-20, -30, -26, -8, 2], [-10, -40, -16, -30, 1.8], [24, -26, 28, -6, 2]]),
  veil: (a: string, b: string): string =>
    p("M-30,40C-38,-10 -30,-42 0,-42C30,-42 38,-10 30,40Q22,20 23,-6Q12,-24 0,-24Q-12,-24 -23,-6Q-22,20 -30,40Z", a, 3.8) + p("M-26,-18L-24,-38L-13,-28L0,-46L13,-28L24,-38L26,-18Q0,-28 -26,-18Z", b, 3.4) + c(0, -47, 3.6, RED, 2.4) + c(-25, -40, 3, RED, 2.2) + c(25, -40, 3, RED, 2.2),
  wimple: (a: string, b: string): string =>
    p("M-24,6C-40,-6 -50,-44 -34,-54C-20,-60 -6,-50 0,-40C6,-50 20,-60 34,-54C50,-44 40,-6 24,6Q26,-12 0,-25Q-26,-12 -24,6Z", a, 3.8) + ln("M-20,-24Q-26,-40 -34,-44M20,-24Q26,-40 34,-44", 2.4, b) + p("M-25,-10Q0,-30 25,-10L22,-19Q0,-34 -22,-19Z", b, 3),
  flowers: (a: string, b: string): string =>
    p("M-25,-10C-28,-36 -12,-40 0,-40C12,-40 28,-36 25,-10Q14,-26 0,-26Q-14,-26 -25,-10Z", a, 3.6) + all([[-25, -16], [-16, -27], [-5, -33], [7, -33], [17, -27], [25, -16]], ([x = 0, y = 0], i) => c(x, y, 6, i % 2 ? b : W, 2.8) + c(x, y, 2, i % 2 ? W : OCH, 0)),
  hair: (a: string): string => p("M-27,-2C-36,-34 -14,-46 2,-38C24,-44 36,-22 27,-2L21,-15L14,-9L7,-20L0,-11L-8,-21L-14,-10L-21,-16Z", a, 3.6) + cuts([[-14, -34, -20, -20, 2], [-2, -35, -8, -24, 2], [10, -35, 6, -23, 2], [20, -30, 20, -18, 2]], against(a)),
  crop: (a: string): string => p("M-25,-12C-28,-38 28,-38 25,-12Q0,-24 -25,-12Z", a, 3) + cuts([[-12, -28, -10, -19, 2], [0, -30, 0, -20, 2], [12, -28, 10, -19, 2]], against(a)),
  parting: (a: string): string => p("M-25,-4C-34,-36 -6,-46 8,-36C26,-38 30,-18 25,-4Q22,-18 8,-26Q-4,-14 -25,-4Z", a, 3.6) + cuts([[2, -32, -16, -14, 2], [-4, -36, -22, -18, 2], [14, -32, 22, -18, 2]], against(a)),
  /** A band of leaves in short hair. */
  laurel: (a: string, b: string): string =>
    p("M-25,-12C-30,-40 30,-40 25,-12Q0,-26 -25,-12Z", a, 3.4) + cuts([[-10, -33, -12, -24, 1.8], [0, -35, 0, -26, 1.8], [10, -33, 12, -24, 1.8]]) +
    all([[-26, -10, -150], [-24, -18, -118], [-17, -24, -98], [-8, -27, -84], [26, -10, 150], [24, -18, 118], [17, -24, 98], [8, -27, 84]], ([x = 0, y = 0, r = 0]) => g(p("M0,2C-6,-3 -5,-11 0,-16C5,-11 6,-3 0,2Z", b, 2.6), x, y, 1, r)) + c(0, -27, 4, RED, 2.6),
  /** A crown of three tiers. */
  tiara: (a: string, b: string): string =>
    p("M-24,-14L-26,-30L-20,-26L-22,-42L-15,-38L-16,-52Q0,-64 16,-52L15,-38L22,-42L20,-26L26,-30L24,-14Q0,-24 -24,-14Z", a, 3.8) + ln("M-20,-27Q0,-36 20,-27M-16,-40Q0,-48 16,-40", 3) + c(0, -60, 4.6, b, 3) + all([[-12, -24], [0, -27], [12, -24], [-8, -37], [8, -37], [0, -48]], ([x = 0, y = 0]) => c(x, y, 2.4, W, 0)) + p("M-26,-14Q0,-25 26,-14L25,-8Q0,-18 -25,-8Z", b, 3),
  tricorn: (a: string, b: string): string =>
    p("M-20,-18C-22,-40 22,-40 20,-18Z", a, 3.6) + p("M-42,-22C-20,-46 -8,-36 0,-26C8,-36 20,-46 42,-22C24,-22 20,-10 0,-8C-20,-10 -24,-22 -42,-22Z", a, 3.8) + ln("M-38,-22C-20,-24 -18,-13 0,-12C18,-13 20,-24 38,-22", 2.4, b) + c(24, -26, 5, b, 2.6),
};

/** A fist; fingers to the left unless `flip`. */
export const hand = (x: number, y: number, r = 10, flip = false): string => {
  const s = flip ? -1 : 1;
  return c(x, y, r, W, 4) + ln(`M${x - s * r},${y - 4}h${s * r}M${x - s * r},${y}h${s * (r + 2)}M${x - s * r},${y + 4}h${s * r}`, 2);
};

/** The strip the figure stands on. */
export const ground = (y = 300, teeth = false): string =>
  fl(`M14,${y}H186V${y + 8}H14Z`, K) + (teeth ? fl(range(18, 180, 12).map((x) => `M${x},${y + 7}l5,-6l5,6Z`).join(""), W) : cuts(range(20, 182, 11).map((x): Cut => [x, y + 1, x + 5, y + 7, 1.5])));

export const legs = (a: string, b: string, boot: string, spread = 0): string =>
  limb(`M86,222L${82 - spread},282`, 19, a) + limb(`M114,222L${118 + spread},282`, 19, b) +
  p(`M${94 - spread},302H${58 - spread}Q${56 - spread},290 ${70 - spread},288L${70 - spread},268H${94 - spread}Z`, boot, 4.5) + p(`M${106 + spread},302H${142 + spread}Q${144 + spread},290 ${130 + spread},288L${130 + spread},268H${106 + spread}Z`, boot, 4.5) +
  cuts([[75 - spread, 272, 75 - spread, 288, 2], [66 - spread, 296, 80 - spread, 294, 1.8], [125 + spread, 272, 125 + spread, 288, 2], [134 + spread, 296, 120 + spread, 294, 1.8]]);
const belted = (belt: string, buckle: string, y = 184): string => p(`M73,${y}H127V${y + 13}H73Z`, belt, 4) + p(`M92,${y - 1}H108V${y + 14}H92Z`, buckle, 3);
export const coat = (f: string, skirt: string | null, belt: string, buckle = OCH): string =>
  p("M70,128Q100,118 130,128L126,190L146,238Q100,252 54,238L74,190Z", f) + (skirt ? p("M74,190L54,238Q100,252 146,238L126,190Z", skirt) : "") + belted(belt, buckle);
export const breeches = (f: string, belt: string, buckle = OCH): string =>
  p("M76,190Q46,212 60,250Q80,258 98,242L100,214L102,242Q120,258 140,250Q154,212 124,190Z", f, 4.8) + belted(belt, buckle, 182);
/** A skirt to the ground. */
export const gown = (f: string, apron: string | null, hem: string): string =>
  p("M76,188C60,222 48,262 40,302H160C152,262 140,222 124,188Z", f) + p("M44,286L40,302H160L156,286Z", hem, 4) + (apron ? p("M84,194H116L126,284Q100,292 74,284Z", apron, 4) : "");
/** Creases of white linen: x, y, dx, dy. */
export const folds = (list: readonly (readonly [number, number, number, number])[]): string => cuts(list.map(([x, y, dx, dy]): Cut => [x, y, x + dx, y + dy, 1.6]), K);

/** A king on his throne, without arms and head. */
export function throne(robe: string, mantle: string, trim: string, seat: string, feet: string, shape = 0): string {
  const backs = [
    "M40,302V112Q40,58 100,58Q160,58 160,112V302Z",
    "M38,302V96L52,66L66,88L100,48L134,88L148,66L162,96V302Z",
    "M42,302V88H58V74H76V60H124V74H142V88H158V302Z",
  ];
  const studs = shape === 0 ? range(190, 351, 20).map((a) => polar(100, 112, 49, a)) : shape === 1 ? [[52, 82], [148, 82], [100, 62], [60, 100], [140, 100]] : [[50, 98], [66, 84], [134, 84], [150, 98], [84, 70], [116, 70]];
  return (
    p(backs[shape] ?? "", seat) + all(studs, ([x = 0, y = 0]) => c(x, y, 4.2, W, 0)) + cuts(range(130, 290, 22).flatMap((y): Cut[] => [[48, y, 48, y + 14, 2.4], [152, y, 152, y + 14, 2.4]])) +
    p("M100,130C56,132 40,158 32,214L16,302H184L168,214C160,158 144,132 100,130Z", mantle) +
    cuts(range(0, 4).flatMap((i): Cut[] => [[36 + i * 4, 226 + i * 3, 26 + i * 6, 290, 2.4], [164 - i * 4, 226 + i * 3, 174 - i * 6, 290, 2.4]])) +
    p("M100,140C84,150 76,190 64,222Q52,252 54,296H146Q148,252 136,222C124,190 116,150 100,140Z", robe) + ln("M66,226Q82,214 98,232Q98,262 96,294M134,226Q118,214 102,232", 4) +
    p("M62,296q-4,-14 14,-14q16,0 20,14v7H62ZM138,296q4,-14 -14,-14q-16,0 -20,14v7h34Z", feet, 4) + p("M54,158Q72,130 100,132Q128,130 146,158Q134,180 100,176Q66,180 54,158Z", trim, 4.5)
  );
}
