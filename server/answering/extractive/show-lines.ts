import { countWords } from "../../language/count-words.ts";
import { sentenceCues } from "../../language/sentence-cues.ts";
import { headingPathAt, type RetrievedPassage } from "../../retrieval/passage.ts";
import type { AnswerLine, TableLine, TextLine } from "./answer-lines.ts";
import { joinParts, type ReadSentence } from "./compose-unit.ts";
import { composeUnits } from "./passage-units.ts";

/** Exceptions and questions are added to an answer up to this many words in all. */
const maxShownWords = 70;

/** The room for additions to a line, and the sentences that other lines show. */
interface Surroundings {
  room: number;
  isTaken?: (sentence: ReadSentence) => boolean;
}

/** The lines of an answer as a reader needs them, with what belongs to them in their passages, if there is room. */
export function showLines(lines: readonly AnswerLine[], passages: readonly RetrievedPassage[]): AnswerLine[] {
  let room = maxShownWords - countWords(lines.map(({ content }) => content).join(" "));
  return lines.map((line) => {
    const passage = "table" in line ? undefined : passages[line.passage];
    if ("table" in line) {
      const shown = withNotes(line, room);
      room -= countWords(shown.content) - countWords(line.content);
      return shown;
    }
    if (passage === undefined) return { ...line, content: withFullStop(line.content) };
    const isTaken = ({ start, end }: ReadSentence): boolean =>
      lines.some(
        (other) =>
          !("table" in other) &&
          other.passage === line.passage &&
          other.spans.some((span) => span.start < end && start < span.end),
      );
    const shown = showLine(line, passage, { room, isTaken });
    room -= countWords(shown.content) - countWords(line.content);
    return shown;
  });
}

/**
 * A line with the exception that follows its rule and with the whole question that it answers, and without a heading
 * that the text repeats.
 */
export function showLine(
  line: TextLine,
  passage: RetrievedPassage,
  { room, isTaken }: Surroundings,
): TextLine {
  const { sentences } = composeUnits(passage);
  const first = sentences.findIndex(({ start }) => start === line.spans[0]?.start);
  const last = sentences.findIndex(({ end }) => end === line.spans.at(-1)?.end);
  const { content, spans } = line;
  if (first < 0 || last < 0 || sentences[first]?.kind === "table_row") return line;
  const parts = [content.replace(repeatedHeading, "")];
  const exception = exceptionAfter(sentences, last);
  const isAdded = exception !== null && exception.words <= room && isTaken?.(exception) !== true;
  if (isAdded) parts.push(exception.plain);
  parts.unshift(...beginningOfQuestion(sentences, first));
  const question = saysYesOrNo.test(content) ? questionBefore(passage, sentences, first) : null;
  if (question !== null) parts.unshift(question);
  return {
    ...line,
    content: withFullStop(joinParts(parts)),
    spans: isAdded ? [...spans.slice(0, -1), { start: spans.at(-1)?.start ?? 0, end: exception.end }] : spans,
  };
}

/** A table's answer with the notes to its row: a price is not the whole truth without "excluding call-out". */
function withNotes(line: TableLine, room: number): TableLine {
  const content = withFullStop(line.content);
  const { notes, rows } = line.table;
  const note = notes.join(" ");
  if (note === "" || rows.length > 1 || countWords(note) > room) return { ...line, content };
  return { ...line, content: `${content}\n${note}` };
}

/** A clause that another one follows ends with a full stop: "… within 30 days; and". */
const withFullStop = (content: string): string => content.replace(openEnd, ".");

const openEnd = new RegExp(`[;,](?:\\s(?:${sentenceCues("joins clauses")}))?$`, "iu");
/** "Bullying: Bullying is reported to the principal." */
const repeatedHeading = /^(\p{L}[^:]{0,80}): (?=\1(?!\p{L}))/iu;
const saysYesOrNo = new RegExp(`^(?:${sentenceCues("answers yes or no")})(?!\\p{L})`, "iu");
const restricts = new RegExp(`^(?:${sentenceCues("restricts")})(?!\\p{L})`, "iu");

/** The question directly before a sentence: the last unit, or the heading over the passage's first one. */
function questionBefore(
  passage: RetrievedPassage,
  sentences: readonly ReadSentence[],
  at: number,
): string | null {
  const before = at > 0 ? sentences[at - 1]?.plain : headingPathAt(passage, 0).at(-1);
  return before?.endsWith("?") === true ? before : null;
}

/** "My card is lost." before "What should I do?", if both are a paragraph and nothing else is. */
function beginningOfQuestion(sentences: readonly ReadSentence[], at: number): string[] {
  const line = sentences[at]?.line;
  if (sentences[at]?.text.endsWith("?") !== true || sentences[at + 1]?.line === line) return [];
  const before = sentences.slice(0, at).filter((other) => other.line === line);
  return before.some(({ text }) => text.endsWith("?")) ? [] : before.map(({ plain }) => plain);
}

/** The next sentence of the paragraph, if it limits the one before it: "This does not apply to …". */
function exceptionAfter(sentences: readonly ReadSentence[], at: number): ReadSentence | null {
  const next = sentences[at + 1];
  return next !== undefined && next.line === sentences[at]?.line && restricts.test(next.text) ? next : null;
}
