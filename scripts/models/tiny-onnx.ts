/** Writes ONNX models of a few bytes for tests: valid for the runtime, without real weights. */

type Field = [number: number, value: number | Uint8Array | string];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Encodes a protobuf message. */
function message(...fields: Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === "number") return [...varint(number << 3), ...varint(value)];
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes];
    }),
  );
}

const float = 1;
const int64 = 7;

function describeValue(name: string, type: number, dimensions: string[]): Uint8Array {
  const shape = message(...dimensions.map((each): Field => [1, message([2, each])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

function table(rows: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(Float32Array.from(rows.flat()).buffer);
  return message([1, rows.length], [1, rows[0]?.length ?? 0], [2, float], [8, "table"], [9, bytes]);
}

/** Gives a vector of `rows` for each token or, with `mean`, the mean of all numbers, as a cross-encoder's score. */
export function tinyModel(rows: readonly (readonly number[])[], { mean = false } = {}): Uint8Array {
  const hidden = mean ? "hidden" : "output";
  const nodes = [message([1, "table"], [1, "input_ids"], [2, hidden], [4, "Gather"])];
  if (mean) {
    const keepDimensions = message([1, "keepdims"], [3, 0], [20, 2]);
    nodes.push(message([1, "hidden"], [2, "output"], [4, "ReduceMean"], [5, keepDimensions]));
  }
  const graph = message(
    ...nodes.map((node): Field => [1, node]),
    [2, "tiny"],
    [5, table(rows)],
    [11, describeValue("input_ids", int64, ["batch", "tokens"])],
    [12, describeValue("output", float, mean ? [] : ["batch", "tokens", "size"])],
  );
  return message([1, 8], [7, graph], [8, message([2, 13])]);
}

/** A tokenizer for these words; all others become one unknown token. */
export const tinyTokenizer = (words: readonly string[]): object => ({
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: { type: "Lowercase" },
  pre_tokenizer: { type: "Whitespace" },
  post_processor: null,
  decoder: null,
  model: {
    type: "WordLevel",
    vocab: Object.fromEntries(["[UNK]", ...words].map((word, at) => [word, at])),
    unk_token: "[UNK]",
  },
});
