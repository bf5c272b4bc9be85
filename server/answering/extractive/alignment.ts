import {
  knownWordsOfQuestion,
  wordWeight,
  wordWeightInQuestion,
  vectorInQuestion,
  vectorLength,
  wordSimilarities,
  type QuestionVector,
} from "../../language/word-vectors.ts";
import { sumOver, type PassageMeaning, type TextMeaning } from "./passage-meaning.ts";

/** Features of how similar a text and the question are in meaning; every value is from -1 to 1. */
export const alignmentNames = [
  // Share of the question's words that have a similar word in the text; in text or heading; in the heading.
  "aligned",
  "alignedUnderHeading",
  "alignedHeading",
  // The same without thresholds: the mean similarity of the most similar words.
  "nearness",
  // Similarity of the text's words to the question: the mean of all, and of the four most similar.
  "reverseNearness",
  "nearestWords",
  // Cosine of the question with the whole text, and with the text and its heading.
  "similarity",
  "similarityUnderHeading",
] as const;

/** Two words are unrelated below the first similarity, and interchangeable from the second on. */
const unrelated = 0.3;
const interchangeable = 0.8;
/** Maximum weight of a word of an earlier message relative to one of the question, and of all such words to all. */
const earlierShare = 0.5;
const allEarlierShare = 0.6;

/** Indexed by the word's index in `PassageMeaning.words`. */
interface ComparedWords {
  /** Similarity to each word of the question, at least 0: all of the first word, then all of the second, and so on. */
  each: Float64Array;
  /** Similarity to the most similar of them. */
  nearest: Float64Array;
  /** What each adds to the dot product of a text's vector sum with the question's. */
  products: Float64Array;
}

/** Compares texts with one question: its words with theirs (soft alignment), and the whole with the whole. */
export class QuestionMeaning {
  readonly #vectors: readonly QuestionVector[];
  /** Weights of these words; they add up to 1. */
  readonly #weights: readonly number[];
  /** Factor of each word in the vector sum of the question, and the length of that sum. */
  readonly #parts: readonly number[];
  readonly #length: number;

  /** `earlier` holds the messages that the question refers to. */
  constructor(question: string, earlier = "") {
    const own = knownWordsOfQuestion(question);
    const all = [...own, ...knownWordsOfQuestion(earlier)];
    const words = [...new Set(all)];
    this.#vectors = words.map(vectorInQuestion);
    const shares = withLessForEarlier(words.map(wordWeightInQuestion), (at) => own.includes(words[at] ?? -1));
    const total = shares.reduce((sum, share) => sum + share, 0);
    this.#weights = shares.map((share) => share / total);
    this.#parts = words.map((word, at) => (shares[at] ?? 0) * all.filter((other) => other === word).length);
    this.#length = lengthOfSum(this.#vectors, this.#parts);
  }

  /** Whether any of its words has a vector. */
  get isKnown(): boolean {
    return this.#vectors.length > 0;
  }

  /** Compares each word of a passage once, for all its texts. */
  read({ words, headings }: PassageMeaning) {
    const compared = this.#compare(words);
    return {
      compared,
      headings: headings.map((heading) => ({
        /** For each word of the question, the similarity of the most similar word of the headings. */
        nearest: this.#nearestTo(heading, compared),
        product: sumOver(heading, compared.products),
      })),
    };
  }

  /** The values of `alignmentNames` for a text of a passage. */
  align(text: TextMeaning, { compared, headings }: ReturnType<QuestionMeaning["read"]>): number[] {
    const heading = headings[text.heading];
    const nearest = this.#nearestTo(text, compared);
    let aligned = 0;
    let underHeading = 0;
    let alignedHeading = 0;
    let nearness = 0;
    for (let i = 0; i < this.#weights.length; i++) {
      const weight = this.#weights[i] ?? 0;
      const near = nearest[i] ?? 0;
      const above = heading?.nearest[i] ?? 0;
      aligned += weight * shareOf(near);
      underHeading += weight * shareOf(Math.max(near, above));
      alignedHeading += weight * shareOf(above);
      nearness += weight * near;
    }
    const product = sumOver(text, compared.products);
    const similarities = text.indexes.map((index) => compared.nearest[index] ?? 0);
    return [
      aligned,
      underHeading,
      alignedHeading,
      nearness,
      meanOf(similarities),
      meanOf(largest(similarities, 4)),
      this.#cosine(product, text.square),
      this.#cosine(product + (heading?.product ?? 0), text.squareUnderHeading),
    ];
  }

  #cosine(product: number, square: number): number {
    return this.#length === 0 || square === 0 ? 0 : product / (this.#length * Math.sqrt(square));
  }

  /** For each word of the question, the similarity of the most similar word of the text. */
  #nearestTo({ indexes }: TextMeaning, { each }: ComparedWords): number[] {
    const count = this.#vectors.length;
    return this.#vectors.map((_, i) => {
      let nearest = 0;
      for (const index of indexes) nearest = Math.max(nearest, each[index * count + i] ?? 0);
      return nearest;
    });
  }

  #compare(words: readonly number[]): ComparedWords {
    const count = this.#vectors.length;
    const each = wordSimilarities(this.#vectors, words);
    const nearest = new Float64Array(words.length);
    const products = new Float64Array(words.length);
    for (const [index, word] of words.entries()) {
      let most = 0;
      let product = 0;
      for (let i = 0; i < count; i++) {
        const near = each[index * count + i] ?? 0;
        product += (this.#parts[i] ?? 0) * near;
        most = Math.max(most, near);
        each[index * count + i] = Math.max(0, near);
      }
      nearest[index] = most;
      products[index] = product * wordWeight(word);
    }
    return { each, nearest, products };
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The largest values; sorting all of them would take several times as long. */
function largest(values: readonly number[], count: number): number[] {
  const found: number[] = [];
  for (const value of values) {
    if (found.length === count && value <= (found[count - 1] ?? 0)) continue;
    let at = found.length < count ? found.length : count - 1;
    for (; at > 0 && (found[at - 1] ?? 0) < value; at--) found[at] = found[at - 1] ?? 0;
    found[at] = value;
  }
  return found;
}

function withLessForEarlier(shares: number[], isOwn: (at: number) => boolean): number[] {
  const ofOwn = shares.reduce((sum, share, at) => sum + (isOwn(at) ? share : 0), 0);
  const ofEarlier = shares.reduce((sum, share, at) => sum + (isOwn(at) ? 0 : share), 0);
  const most = ofOwn === 0 || ofEarlier === 0 ? 1 : (allEarlierShare * ofOwn) / ofEarlier;
  return shares.map((share, at) => (isOwn(at) ? share : share * Math.min(earlierShare, most)));
}

function lengthOfSum(vectors: readonly QuestionVector[], parts: readonly number[]): number {
  let squares = 0;
  for (let k = 0; k < vectorLength; k++) {
    let sum = 0;
    vectors.forEach(({ bytes, scale }, i) => {
      sum += (parts[i] ?? 0) * scale * (bytes[k] ?? 0);
    });
    squares += sum * sum;
  }
  return Math.sqrt(squares);
}

function shareOf(nearness: number): number {
  return Math.min(1, Math.max(0, (nearness - unrelated) / (interchangeable - unrelated)));
}
