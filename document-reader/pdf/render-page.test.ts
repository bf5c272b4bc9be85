import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { renderPdfPage } from "./render-page.ts";

async function makePdf(width: number, height: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([width, height]).drawRectangle({ x: 0, y: 0, width: width / 2, height });
  return pdf.save();
}

const sizeOf = (png: Uint8Array): [number, number] => {
  const view = Buffer.from(png.buffer, png.byteOffset, png.length);
  return [view.readUInt32BE(16), view.readUInt32BE(20)];
};

test("draws a page as a PNG of the requested width", async () => {
  const png = await renderPdfPage(await makePdf(200, 100), 1, { widthPx: 400 });
  expect(Buffer.from(png.subarray(1, 4)).toString()).toBe("PNG");
  expect(sizeOf(png)).toEqual([400, 200]);
});

test("limits the size of images for pages of any size", async () => {
  for (const [width, height] of [
    [14_400, 14_400],
    [10, 14_400],
    [14_400, 3],
  ] as const) {
    const [w, h] = sizeOf(await renderPdfPage(await makePdf(width, height), 1, { widthPx: 100_000 }));
    expect(w * h).toBeLessThanOrEqual(4_000_000);
    expect(w).toBeLessThanOrEqual(2_400);
    expect(h).toBeGreaterThanOrEqual(1);
  }
});

test("throws RangeError if there is no such page", async () => {
  await expect(renderPdfPage(await makePdf(10, 10), 2, { widthPx: 10 })).rejects.toThrow(RangeError);
});
