import { expect, test } from "vitest";
import { formatFileSize } from "./file-size.ts";

test.each([
  [0, "0 Bytes"],
  [1, "1 Bytes"],
  [1023, "1023 Bytes"],
  [1024, "1 KB"],
  [1536, "1.5 KB"],
  [251_433, "245.54 KB"],
  [1_048_576, "1 MB"],
  [10_485_760, "10 MB"],
  [1_073_741_824, "1 GB"],
  [5 * 1024 ** 4, "5120 GB"],
])("%d bytes are shown as %s", (sizeBytes, shown) => {
  expect(formatFileSize(sizeBytes)).toBe(shown);
});
