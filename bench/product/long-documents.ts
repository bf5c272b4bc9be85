import PDFDocument from "pdfkit";

/** A PDF of `pages` pages with about 450 words each. */
export function makePdf(words: string[], pages: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ size: "A4", margin: 60 });
    const parts: Buffer[] = [];
    pdf.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
    for (let page = 0; page < pages; page++) {
      if (page > 0) pdf.addPage();
      pdf
        .fontSize(14)
        .text(`Section ${page + 1}`)
        .moveDown(0.5)
        .fontSize(9.5);
      pdf.text(words.slice(page * 450, (page + 1) * 450).join(" "));
    }
    pdf.end();
  });
}

/** The words of the text, repeated endlessly; from the second round on, every ninth longer word is changed. */
export function* endlessWords(text: string): Generator<string> {
  const words = text.split(/\s+/u).map((word) => word.replace(/[^\u0020-\u00ff]/gu, ""));
  for (let round = 0; ; round++) {
    let n = 0;
    for (const word of words) {
      const changed = round > 0 && /^[a-z]{5,}$/.test(word) && ++n % 9 === round % 9;
      yield changed ? `${word}${"abcdefghij"[round % 10]}o` : word;
    }
  }
}
