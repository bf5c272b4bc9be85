/** Characters of an average token: an English word is about 1.3 tokens of four letters; other languages need more. */
export const charactersPerToken = 3.5;

/** For upper bounds: some languages need almost a token per character. */
export const minCharactersPerToken = 2;
