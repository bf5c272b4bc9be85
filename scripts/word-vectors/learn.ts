import { Lesson, type TaughtOrganization } from "./lesson.ts";
import { seededRandom, shuffled } from "../seeded-random.ts";
import { Adam } from "./adam.ts";
import { dimensions, type Vectors } from "./vectors.ts";

const epochs = 6;
const learningRate = 0.003;
/** How strongly a word stays what it was, and how much it tells. */
const vectorDecay = 0.0002;
const tellingDecay = 0.002;

/**
 * Moves words so that a question comes nearer to the passage that answers it than to other passages
 * (a softmax over them, as in contrastive learning), and learns how much each word tells. A passage
 * is as near as its words are to those of the question (soft alignment) and as the whole is to the
 * whole: what the ranking of answers looks at (server/answering/extractive/alignment.ts).
 */
export function learnVectors(start: Vectors, organizations: TaughtOrganization[]): Vectors {
  const values = start.values.slice();
  /** Logarithm of what `telling` is multiplied with. */
  const emphasis = new Float32Array(start.words.length);
  /** Of the alignment, and of the similarity of the wholes, in the score of a passage. */
  const shares = Float32Array.of(16, 16);
  const optimizers = {
    values: new Adam(values, learningRate),
    emphasis: new Adam(emphasis, 3 * learningRate),
    shares: new Adam(shares, 0.08),
  };
  const random = seededRandom(1);
  const lessons = Lesson.ofAll(start.words, organizations, random);
  const telling = () => start.telling.map((share, word) => share * Math.exp(emphasis[word] ?? 0));

  for (let epoch = 1; epoch <= epochs; epoch++) {
    let loss = 0;
    for (const lesson of shuffled(lessons, random)) {
      const gradient = lesson.gradient({ values, telling: telling(), shares });
      for (const optimizer of Object.values(optimizers)) optimizer.begin();
      lesson.words.forEach((word, i) => {
        const from = word * dimensions;
        const slope = gradient.vectors.subarray(i * dimensions, (i + 1) * dimensions);
        for (let k = 0; k < dimensions; k++)
          slope[k] =
            (slope[k] ?? 0) + vectorDecay * ((values[from + k] ?? 0) - (start.values[from + k] ?? 0));
        optimizers.values.update(from, slope);
        optimizers.emphasis.update(word, [
          (gradient.emphasis[i] ?? 0) + tellingDecay * (emphasis[word] ?? 0),
        ]);
      });
      optimizers.shares.update(0, gradient.shares);
      loss += gradient.loss;
    }
    process.stdout.write(`Epoch ${epoch} of ${epochs}: loss ${(loss / lessons.length).toFixed(3)}\n`);
  }
  return { words: start.words, values, telling: telling() };
}
