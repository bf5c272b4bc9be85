/** The largest accepted file, in bytes: 10 MB. On its own, so that the browser can use it without zod. */
export const maxDocumentBytes = 10_485_760;
