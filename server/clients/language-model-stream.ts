import { LanguageModelError } from "./language-model-error.ts";

const maxLineLength = 65_536;
const maxBytes = 1_048_576;

/** The data of the server-sent events of a response, in order. Throws `too_much` for what is no answer. */
export async function* readEvents(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = "";
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    rest += decoder.decode(piece, { stream: true });
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    if (bytes > maxBytes || rest.length > maxLineLength) throw new LanguageModelError("too_much");
    for (const line of lines) {
      if (line.length > maxLineLength) throw new LanguageModelError("too_much");
      const data = dataOf(line);
      if (data !== null) yield data;
    }
  }
  const last = dataOf(rest);
  if (last !== null) yield last;
}

/** Every chunk of a completion is one line; other fields and comments say nothing. */
function dataOf(line: string): string | null {
  return line.startsWith("data:") ? line.slice(5).trim() : null;
}
