const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Whether a raised text is a number: the mark of one or more footnotes, or an exponent. */
export const isRaisedNumber = (text: string): boolean => /^[-–−+]?\d{1,3}(?:,\d{1,3})*[,)]?$/u.test(text);

/** Writes a raised number with superscript characters, so that it is no part of the figure that it stands behind. */
export const superscript = (number: string): string =>
  number
    .replace(/\d/gu, (digit) => digits[Number(digit)] ?? digit)
    .replace(/^[-–−]/u, "⁻")
    .replace(/^\+/u, "⁺");
