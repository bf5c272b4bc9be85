/** A conversation in which nothing was said for so long has ended. */
export const quietAfterMs = 30 * 60_000;
