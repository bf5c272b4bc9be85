import { sentences } from "../../language/sentences.ts";

export interface WrittenSentence {
  text: string;
  /** Whether it begins a new line. */
  startsLine: boolean;
}

const cited = String.raw`(?:\s*[\[【][\d\s,;]+[\]】])`;
/** Citations that follow the full stop belong to the sentence before it. */
const citedBehind = new RegExp(`^${cited}+`, "u");
const maybeCitation = /^\s*(?:[[【][\d\s,;]*)?$/u;
/** A full stop after a citation ends a sentence whatever comes next. */
const endsCited = new RegExp(`${cited}[.!?…]["'”’»)]*(?=\\s|$)`, "u");
const endsBeforeCitation = new RegExp(`[.!?…]["'”’»)]*${cited}+$`, "u");
/** Longer text without an end is no sentence: it is cut off here and then found unsupported. */
const maxSentenceLength = 2_000;

/** Splits a model's output into sentences, each as soon as it has ended. */
export function openSentenceReader() {
  let buffer = "";
  let startsLine = true;
  const cut = function* (at: number): Generator<WrittenSentence> {
    const text = buffer.slice(0, at).trim();
    if (text !== "") {
      yield { text, startsLine };
      startsLine = false;
    }
    buffer = buffer.slice(at);
    skipGap();
  };
  const skipGap = (): void => {
    const gap = /^\s*/u.exec(buffer)?.[0] ?? "";
    if (gap.includes("\n")) startsLine = true;
    buffer = buffer.slice(gap.length);
  };
  const cutFinished = function* (): Generator<WrittenSentence> {
    for (;;) {
      const [first, second] = sentences(buffer);
      if (first === undefined) return;
      const end = endsCited.exec(buffer);
      if (end !== null && end.index + end[0].length <= first.end) {
        yield* cut(end.index + end[0].length);
        continue;
      }
      const rest = buffer.slice(first.end);
      const behind = citedBehind.exec(rest)?.[0] ?? "";
      if (behind !== "") {
        if (second === undefined) return;
        yield* cut(first.end + behind.length);
      } else if (second !== undefined || rest.includes("\n")) {
        if (maybeCitation.test(rest) && !rest.includes("\n")) return;
        yield* cut(first.end);
      } else break;
    }
    if (endsBeforeCitation.test(buffer) || buffer.length > maxSentenceLength) yield* cut(buffer.length);
  };
  return {
    push(text: string): WrittenSentence[] {
      buffer += text;
      skipGap();
      return [...cutFinished()];
    },
    /** The rest, once the model has finished. */
    end(): WrittenSentence[] {
      return [...cutFinished(), ...cut(buffer.length)];
    },
  };
}
