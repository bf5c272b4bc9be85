/** After this long without a message a conversation counts as ended. */
export const quietAfterMs = 30 * 60_000;
