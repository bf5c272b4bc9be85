/** The text with no-break spaces within amounts, so that "R 2 499,00" stays on one line. */
export const withUnbrokenAmounts = (text: string): string =>
  text.replace(/(?<=\bR) (?=\d)|(?<=\d) (?=\d{3}(?!\d))/g, "\u00a0");
