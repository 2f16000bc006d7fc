// How cards to choose from are laid out: rows by suit, side by side where the table is wide rather than high.

/** The width of a card, at most `most`, and how many suits stand in a row, for suits of at most `longest` cards in so much room. */
export function choiceLayout(suits: number, longest: number, ratio: number, room: { width: number; height: number }, most = 62): { width: number; across: number } {
  const GAP = 5;
  const PADDING = 16;
  let best = { width: 0, across: 1 };
  for (let across = 1; across <= Math.max(1, suits); across++) {
    const down = Math.ceil(suits / across);
    const byWidth = (room.width - PADDING - (across - 1) * 14) / (across * longest) - GAP;
    const byHeight = (room.height - PADDING - (down - 1) * GAP) / down / ratio;
    const width = Math.min(most, byWidth, byHeight);
    if (width > best.width + 1) best = { width, across };
  }
  return { width: Math.max(26, Math.floor(best.width)), across: best.across };
}
