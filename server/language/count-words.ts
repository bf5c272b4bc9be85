/** The number of words of a text, separated by white space. */
export const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0;
