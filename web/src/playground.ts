// A knowledge base on its way to the playground: the one of a rule file at a moment of a deal.

const KEY = "partie.knowledge";

/** Keeps a knowledge base for the playground, which takes it when it opens. */
export function hand(knowledge: string): void {
  try {
    sessionStorage.setItem(KEY, knowledge);
  } catch {
    // Without storage the playground opens with its example.
  }
}

/** The knowledge base that was handed over, once. */
export function handed(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return null;
  }
}
