import { matchTokensOfQuestion, type MatchTokens } from "./match-tokens.ts";
import { Matrices } from "./matrix.ts";
import {
  comparedFeatures,
  readMatcherWeights,
  width,
  type EncodedWord,
  type MatcherWeights,
  type SideWeights,
} from "./matcher-weights.ts";

/** A text with the heading over it. */
export interface MatchText {
  heading: MatchTokens;
  text: MatchTokens;
}

/** How many tokens are read of a question with its earlier messages, of the end of a heading, and of heading and text. */
const maxTokens = { question: 20, heading: 10, text: 48 };
/** Columns of the matrix of similarities: a multiple of 16. */
const questionColumns = 32;
const similarityScale = 1 / 8;
const bestScale = 1 / 4;
const minBest = -5;
/** The score of a text without words. */
const scoreOfNothing = -10;

/** The tokens of a question, or of a text with its heading. */
interface Tokens {
  encoded: EncodedWord[];
  hashes: number[];
  /** How many of them are of the heading. */
  headingLength: number;
}

/** The matrices of one side, with one row per token. */
type Side = ReturnType<typeof allocateSide>;

function allocateSide(matrices: Matrices, { compared, attention }: SideWeights, tokens: number) {
  return {
    encodings: matrices.allocate(tokens * width),
    /** The shares of the other side's tokens that a token is aligned with, and their weighted sum. */
    shares: matrices.allocate(maxTokens.text * questionColumns),
    aligned: matrices.allocate(tokens * width),
    features: matrices.allocate(tokens * comparedFeatures),
    compared: matrices.allocate(tokens * width),
    compareWeights: matrices.copy(compared),
    attention,
  };
}

/**
 * A small neural network that compares each word of a question with the words of a text that are most similar to it, and
 * the other way round; the comparisons together give a score for how well the text answers (decomposable attention;
 * Parikh et al., 2016). Trained by scripts/matcher. Scores are uncalibrated log odds.
 */
export class Matcher {
  readonly #weights: MatcherWeights;
  readonly #matrices = new Matrices();
  readonly #question: Side;
  readonly #text: Side;
  /** The encodings of the question's tokens, one column each. */
  readonly #transposed = this.#matrices.allocate(width * questionColumns);
  readonly #similarities = this.#matrices.allocate(maxTokens.text * questionColumns);
  readonly #pooled = this.#matrices.allocate(4 * width);
  readonly #hidden = this.#matrices.allocate(width);
  readonly #hiddenWeights: Float32Array;

  constructor(file: URL) {
    this.#weights = readMatcherWeights(file);
    this.#question = allocateSide(this.#matrices, this.#weights.question, questionColumns);
    this.#text = allocateSide(this.#matrices, this.#weights.text, maxTokens.text);
    this.#hiddenWeights = this.#matrices.copy(this.#weights.hidden);
  }

  /** How well each text answers a question with the earlier messages that it refers to; null if it has no words. */
  score(question: string, earlier: string, texts: readonly MatchText[]): number[] | null {
    const [own, before] = [matchTokensOfQuestion(question), matchTokensOfQuestion(earlier)];
    const words = [...own.words, ...before.words].slice(0, maxTokens.question);
    if (words.length === 0) return null;
    const encoded = words.map((word) => this.#weights.question.encode(word));
    const hashes = [...own.hashes, ...before.hashes].slice(0, maxTokens.question);
    this.#question.encodings.fill(0);
    this.#transposed.fill(0);
    encoded.forEach(({ encoding }, i) => {
      this.#question.encodings.set(encoding, i * width);
      for (let k = 0; k < width; k++) this.#transposed[k * questionColumns + i] = encoding[k] ?? 0;
    });
    return texts.map((text) => this.#scoreText({ encoded, hashes, headingLength: 0 }, this.#tokensOf(text)));
  }

  #tokensOf({ heading, text }: MatchText): Tokens {
    const inHeading = heading.words.slice(-maxTokens.heading);
    const inText = text.words.slice(0, maxTokens.text - inHeading.length);
    const encoded = [
      ...inHeading.map((word) => this.#weights.text.encodeInHeading(word)),
      ...inText.map((word) => this.#weights.text.encode(word)),
    ];
    const hashes = [...heading.hashes.slice(-maxTokens.heading), ...text.hashes].slice(0, encoded.length);
    return { encoded, hashes, headingLength: inHeading.length };
  }

  #scoreText(question: Tokens, text: Tokens): number {
    const [count, rows] = [question.encoded.length, text.encoded.length];
    if (rows === 0) return scoreOfNothing;
    const [asked, read, multiplyAdd] = [this.#question, this.#text, this.#matrices.multiplyAdd];
    text.encoded.forEach(({ encoding }, j) => read.encodings.set(encoding, j * width));
    this.#similarities.fill(0, 0, rows * questionColumns);
    const similar = [read.encodings, this.#transposed, this.#similarities] as const;
    multiplyAdd(similar, { rows, inner: width, columns: questionColumns });
    this.#align(question, text);
    read.aligned.fill(0, 0, rows * width);
    multiplyAdd([read.shares, asked.encodings, read.aligned], {
      rows,
      inner: questionColumns,
      columns: width,
    });
    asked.aligned.fill(0, 0, count * width);
    multiplyAdd([asked.shares, read.encodings, asked.aligned], { rows: count, inner: rows, columns: width });
    this.#compare(asked, question.encoded, this.#pooled.subarray(0, 2 * width));
    this.#compare(read, text.encoded, this.#pooled.subarray(2 * width));
    return this.#output();
  }

  /** Writes the shares of both sides, a softmax of the similarities, and the plain features of their tokens. */
  #align(question: Tokens, text: Tokens): void {
    const [count, length] = [question.encoded.length, text.encoded.length];
    const [ofQuestion, ofText] = [emptyMatches(count), emptyMatches(length)];
    const [shares, transposed] = [this.#text.shares, this.#question.shares];
    for (let j = 0; j < length; j++)
      for (let i = 0; i < count; i++) {
        const at = j * questionColumns + i;
        const isSame = question.hashes[i] === text.hashes[j];
        const similarity =
          (this.#similarities[at] ?? 0) * similarityScale + (isSame ? this.#weights.sameWord : 0);
        const power = Math.exp(similarity);
        shares[at] = power;
        if (isSame) ofQuestion.same[i] = ofText.same[j] = 1;
        ofQuestion.best[i] = Math.max(ofQuestion.best[i] ?? 0, similarity);
        ofText.best[j] = Math.max(ofText.best[j] ?? 0, similarity);
        ofQuestion.sum[i] = (ofQuestion.sum[i] ?? 0) + power;
        ofText.sum[j] = (ofText.sum[j] ?? 0) + power;
      }
    for (let j = 0; j < length; j++) {
      for (let i = 0; i < count; i++) {
        const power = shares[j * questionColumns + i] ?? 0;
        shares[j * questionColumns + i] = power / (ofText.sum[j] ?? 1);
        transposed[i * length + j] = power / (ofQuestion.sum[i] ?? 1);
      }
      shares.fill(0, j * questionColumns + count, (j + 1) * questionColumns);
      writePlainFeatures(this.#text, ofText, j, j < text.headingLength ? 1 : 0);
    }
    question.encoded.forEach(({ weight }, i) => writePlainFeatures(this.#question, ofQuestion, i, weight));
  }

  /** Compares each token with what it is aligned with, and writes what the comparisons give together. */
  #compare(side: Side, tokens: readonly EncodedWord[], result: Float32Array): void {
    const { encodings, aligned, features, compared, compareWeights } = side;
    tokens.forEach(({ own }, at) => {
      compared.set(own, at * width);
      for (let k = 0; k < width; k++) {
        const one = encodings[at * width + k] ?? 0;
        const two = aligned[at * width + k] ?? 0;
        const from = at * comparedFeatures + k;
        features[from] = two;
        features[from + width] = one * two;
        features[from + 2 * width] = Math.abs(one - two);
      }
    });
    const size = { rows: tokens.length, inner: comparedFeatures, columns: width };
    this.#matrices.multiplyAdd([features, compareWeights, compared], size);
    pool(side, tokens, result);
  }

  #output(): number {
    const { hiddenBias, output, outputBias } = this.#weights;
    this.#hidden.set(hiddenBias);
    const size = { rows: 1, inner: this.#pooled.length, columns: width };
    this.#matrices.multiplyAdd([this.#pooled, this.#hiddenWeights, this.#hidden], size);
    return this.#hidden.reduce((sum, value, k) => sum + Math.max(0, value) * (output[k] ?? 0), outputBias);
  }
}

/** By token: whether it stands on the other side, how similar the most similar token there is, and the sum of the powers. */
const emptyMatches = (size: number) => ({
  same: new Uint8Array(size),
  best: new Float32Array(size).fill(-Infinity),
  sum: new Float32Array(size),
});
type Matches = ReturnType<typeof emptyMatches>;

function writePlainFeatures({ features }: Side, { same, best }: Matches, at: number, further: number): void {
  const values = [same[at] ?? 0, Math.max(minBest, (best[at] ?? 0) * bestScale), further];
  features.set(values, (at + 1) * comparedFeatures - values.length);
}

/** The mean of the tokens' compared numbers, weighted by attention, and the largest of each number. */
function pool({ compared, attention }: Side, tokens: readonly EncodedWord[], pooled: Float32Array): void {
  pooled.fill(0);
  const shares = tokens.map(({ weight }, at) => {
    let score = weight * (attention[width] ?? 0);
    for (let k = 0; k < width; k++) {
      const value = Math.max(0, compared[at * width + k] ?? 0);
      compared[at * width + k] = value;
      score += value * (attention[k] ?? 0);
      if (value > (pooled[width + k] ?? 0)) pooled[width + k] = value;
    }
    return Math.exp(score);
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  shares.forEach((share, at) => {
    for (let k = 0; k < width; k++)
      pooled[k] = (pooled[k] ?? 0) + (share / total) * (compared[at * width + k] ?? 0);
  });
}
