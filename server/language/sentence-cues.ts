import { answerLanguages } from "./answer-language.ts";
import { readPhrases } from "./language-data.ts";

/** The source of a regular expression for the words of sentences that have this name in `data/sentences`. */
export const sentenceCues = readPhrases("sentences", answerLanguages);

/** The same for the words of questions, in `data/questions`. */
export const questionCues = readPhrases("questions", answerLanguages);
