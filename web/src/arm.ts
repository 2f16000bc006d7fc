// The picture of a robot arm over its board: points of the arm's space (millimetres; x ahead, y to its left, z up) on the
// screen, seen by the person opposite.

export type Point3 = readonly [number, number, number];
export interface RobotState {
  game: string;
  stopped: boolean;
  hand: boolean;
  chain: readonly Point3[];
  turn: number;
  grip: number;
  corners: readonly Point3[];
  places: readonly { name: string; point: Point3; heap: boolean }[];
  tokens: readonly { kind: string; point: Point3 }[];
  said: readonly { kind: string; en: string; cs: string; sk: string }[];
  teach: { place: string; done: string } | null;
  camera: CameraState | null;
}
type Said = Record<"en" | "cs" | "sk", string>;
/** What the camera does; none where nobody looks at pictures. */
export interface CameraState {
  /** Whether the pictures come from this page, and whether one is waited for now. */
  browser: boolean;
  wanted: boolean;
  /** Counts the pictures. */
  number: number;
  /** What was read from the last one: what lies where, and why that is not clear. */
  seen: { trouble: Said | null; places: readonly { name: string; kind: string | null; why: Said | null }[]; loose?: readonly Said[] } | null;
}

export interface Eye {
  /** Degrees round the table; 0 is opposite the arm. */
  round: number;
  /** Degrees above the table. */
  above: number;
}

/** The point of the table that the picture turns about. */
const CENTRE: Point3 = [170, 0, 60];
const DISTANCE = 900;
const ZOOM = 820;

/** A point on the screen and how far away it is: farther things are drawn first. */
export function project(p: Point3, eye: Eye): { x: number; y: number; far: number } {
  const round = (eye.round * Math.PI) / 180;
  const above = (eye.above * Math.PI) / 180;
  // Seen from the +x side: the arm's left (+y) is on the right of the screen.
  const [dx, dy, dz] = [p[0] - CENTRE[0], p[1] - CENTRE[1], p[2] - CENTRE[2]];
  const across = dy * Math.cos(round) - dx * Math.sin(round);
  const towards = dx * Math.cos(round) + dy * Math.sin(round);
  const up = dz * Math.cos(above) - towards * Math.sin(above);
  const far = DISTANCE - (towards * Math.cos(above) + dz * Math.sin(above));
  const scale = ZOOM / Math.max(far, 50);
  return { x: across * scale, y: -up * scale, far };
}

const KNOWN: Record<string, string> = {
  white: "#f4f1e8",
  black: "#2b2926",
  red: "#c33a2c",
  green: "#3f8f3a",
  yellow: "#e2b32d",
  blue: "#3566b8",
  cross: "#3566b8",
  nought: "#c33a2c",
  X: "#3566b8",
  O: "#c33a2c",
};
/** The colour of a kind of token; unknown kinds get one of their own that stays the same. */
export function colour(kind: string): string {
  const name = Object.keys(KNOWN).find((k) => kind === k || kind.startsWith(`${k}:`));
  if (name) return KNOWN[name] ?? "";
  let hash = 7;
  for (const c of kind) hash = (hash * 31 + (c.codePointAt(0) ?? 0)) % 360;
  return `hsl(${hash} 55% 50%)`;
}

/** The two fingers: how far each is from the middle, in mm. */
export const fingers = (grip: number): number => 16 - 9 * grip;
