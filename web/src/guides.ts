// Which games have a guide to a first deal. The guides themselves (tours.ts) are fetched when one is wanted.

import { shortName } from "./pictures";

export const GUIDED = ["marias", "licitovany", "krizovy", "taroky", "snaps", "schnapsen", "prsi", "klondike"] as const;
/** The fixed deal of every guide. */
export const TOUR_SEED = 7;
export const hasTour = (id: string): boolean => (GUIDED as readonly string[]).includes(shortName(id));
