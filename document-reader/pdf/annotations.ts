import type { Pdfium } from "./pdfium.ts";

const freeText = 3;
const widget = 20;
const hiddenFlags = 0x2 | 0x20;

/**
 * Makes the visible text of form fields and free-text annotations part of the page's content. @returns whether the
 * page changed and has to be loaded again
 */
export function showAnnotations(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), 5_000);
  let shows = false;
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
    if (subtype === widget || subtype === freeText) {
      const visible = (pdfium.FPDFAnnot_GetFlags(annotation) & hiddenFlags) === 0;
      // The stored appearance may be missing, out of date, or not readable as text.
      if (visible && subtype === widget) pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
      shows ||= visible;
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  const flattened = 1;
  return shows && pdfium.FPDFPage_Flatten(page, 0) === flattened;
}
