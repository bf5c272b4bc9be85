/** Word names its built-in heading styles "heading 1" in the file; other programs use names in their own language. */
const headingWords =
  "heading überschrift berschrift titre kop opskrif título titulo ttulo titolo rubrik overskrift otsikko nagłówek " +
  "nagwek nadpis címsor cmsor naslov titlu başlık balk заголовок επικεφαλίδα כותרת عنوان 見出し 标题 標題 제목";
const headingName = new RegExp(`^(?:${headingWords.replaceAll(" ", "|")})\\s?([1-9])(?!\\d)`, "iu");

/** The level (1 to 9) in the name or id of a heading style, in any of Word's common languages; else `null`. */
export function headingLevelOfStyleName(name: string): number | null {
  const level = headingName.exec(name.trim().slice(0, 60))?.[1];
  return level === undefined ? null : Number(level);
}

const titleName = /^(title|titel|titre|título|titolo|tittel|otsikko|tytuł|название|タイトル|表題)$/iu;

export const isTitleStyleName = (name: string): boolean => titleName.test(name.trim().slice(0, 60));

/** An outline level as stored in files: 0 is the highest, 9 is body text. */
interface Outlined {
  outlineLevel?: number;
}

/** The heading level of a style: by its outline level, else the first of the levels by name (own name first). */
export function levelOfStyle({ outlineLevel }: Outlined, byNames: readonly (number | null)[]): number | null {
  if (outlineLevel !== undefined) return outlineLevel < 9 ? outlineLevel + 1 : null;
  return byNames.find((level) => level !== null) ?? null;
}

/** The heading level of a paragraph: its own, else that of its style. A title is a heading of level 1. */
export function levelOfParagraph(own: Outlined, style: { headingLevel: number | null; isTitle: boolean }) {
  return levelOfStyle(own, [style.headingLevel]) ?? (style.isTitle ? 1 : null);
}
