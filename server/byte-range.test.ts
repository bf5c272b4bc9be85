import { expect, test } from "vitest";
import { readByteRange } from "./byte-range.ts";

const file = { sizeBytes: 1000, etag: '"a"' };

test.each([
  ["bytes=0-1", { start: 0, end: 1 }],
  ["bytes=0-", { start: 0, end: 999 }],
  ["bytes=500-9999", { start: 500, end: 999 }],
  ["bytes=999-999", { start: 999, end: 999 }],
  ["bytes=-1", { start: 999, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["BYTES= 5-9 ", { start: 5, end: 9 }],
])("%s is a part of the file", (range, part) => {
  expect(readByteRange({ range }, file)).toEqual(part);
});

test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("%s is beyond the end", (range) => {
  expect(readByteRange({ range }, file)).toBe("unsatisfiable");
});

test.each([undefined, "", "bytes=", "bytes=-", "bytes=9-5", "bytes=0-1,5-6", "lines=1-2", "bytes=a-b"])(
  "%s asks for the whole file",
  (range) => {
    expect(readByteRange({ range }, file)).toBeNull();
  },
);

test("no part is sent if the client has another version of the file", () => {
  const range = "bytes=0-1";
  expect(readByteRange({ range, "if-range": '"a"' }, file)).toEqual({ start: 0, end: 1 });
  expect(readByteRange({ range, "if-range": 'W/"a"' }, file)).toBeNull();
  expect(readByteRange({ range, "if-range": "Sun, 22 Nov 2026 06:00:00 GMT" }, file)).toBeNull();
});

test("an empty file has no part", () => {
  expect(readByteRange({ range: "bytes=0-" }, { sizeBytes: 0, etag: '"a"' })).toBe("unsatisfiable");
});
