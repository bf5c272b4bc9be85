import { deflateSync } from "node:zlib";

/** Transparent fills of the whole page: a few kilobytes that take minutes to draw. */
const fills = 150_000;

/** A PDF that is quick to read, but whose page takes very long to draw. */
export function slowPagePdf(text = "Leave is granted to everybody who asks."): Buffer {
  const words = `BT /F 12 Tf 60 780 Td (${text}) Tj ET\n/G gs\n`;
  return pdfOf(words + "0 0 595 842 re f\n".repeat(fills));
}

/** A PDF whose page takes seconds to read: it has `pieces` text objects of one character each. */
export function slowTextPdf(pieces: number): Buffer {
  const lines = Array.from(
    { length: pieces },
    (_, n) =>
      `BT /F 6 Tf ${20 + (n % 90) * 6} ${820 - (Math.floor(n / 90) % 130) * 6} Td (${"leavs"[n % 5]}) Tj ET\n`,
  );
  return pdfOf(lines.join(""));
}

function pdfOf(pageContent: string): Buffer {
  const content = deflateSync(Buffer.from(pageContent));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << " +
      "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> " +
      "/ExtGState << /G << /ca 0.01 /BM /Multiply >> >> >> >>",
  ].map((object, index) => Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`));
  return Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    ...objects,
    Buffer.from(`4 0 obj\n<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from("\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n"),
  ]);
}
