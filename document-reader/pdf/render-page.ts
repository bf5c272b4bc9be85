import { ExtractionError } from "../extraction-error.ts";
import { openPdf, type Pdfium } from "./pdfium.ts";
import { encodePng } from "./png.ts";

const maxWidthPx = 2_400;
/** At 4 bytes per pixel, 16 MB per bitmap. A page of extreme proportions becomes narrower than requested. */
const maxPixels = 4_000_000;

/**
 * Draws one page of a PDF, with its annotations and form fields, on a white background.
 * @param page 1-based
 * @returns a PNG of the given width, or narrower if that would be too many pixels
 * @throws ExtractionError as extractPdf does; RangeError if there is no such page
 */
export async function renderPdfPage(
  bytes: Uint8Array,
  page: number,
  { widthPx }: { widthPx: number },
): Promise<Uint8Array> {
  using file = await openPdf(bytes);
  if (!Number.isInteger(page) || page < 1 || page > file.pageCount) throw new RangeError(`no page ${page}`);
  const loaded = file.pdfium.FPDF_LoadPage(file.document, page - 1);
  if (loaded === 0) throw new ExtractionError("corrupt");
  using opened = new DisposableStack();
  opened.defer(() => file.pdfium.FPDF_ClosePage(loaded));
  return draw(file.pdfium, loaded, widthPx);
}

function draw(pdfium: Pdfium, page: number, widthPx: number): Uint8Array {
  const pageWidth = Math.max(1e-3, pdfium.FPDF_GetPageWidthF(page));
  const ratio = Math.max(1e-3, pdfium.FPDF_GetPageHeightF(page) / pageWidth);
  const width = Math.max(1, Math.floor(Math.min(widthPx, maxWidthPx, Math.sqrt(maxPixels / ratio))));
  const height = Math.max(1, Math.min(Math.round(width * ratio), Math.floor(maxPixels / width)));
  const bgrx = 3;
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bgrx, 0, 0);
  if (bitmap === 0) throw new ExtractionError("too_complex");
  using opened = new DisposableStack();
  opened.defer(() => pdfium.FPDFBitmap_Destroy(bitmap));
  const white = 0xffffffff;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  const withAnnotations = 0x01;
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const pixels = new Uint8Array(pdfium.memory.buffer, pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height);
  return encodePng(width, height, toRgbRows(pixels, width, height, stride));
}

/** Converts rows of B, G, R, x to rows of R, G, B preceded by the filter type 0. */
function toRgbRows(pixels: Uint8Array, width: number, height: number, stride: number): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    to++;
    for (let from = y * stride, end = from + width * 4; from < end; from += 4) {
      rows[to] = pixels[from + 2] ?? 0;
      rows[to + 1] = pixels[from + 1] ?? 0;
      rows[to + 2] = pixels[from] ?? 0;
      to += 3;
    }
  }
  return rows;
}
