/** Built-in heading styles are named "heading 1" inside the file; other programs write their own language. */
const headingWords = [
  "heading",
  "überschrift",
  "berschrift",
  "titre",
  "kop",
  "opskrif",
  "título",
  "titulo",
  "ttulo",
  "titolo",
  "rubrik",
  "overskrift",
  "otsikko",
  "nagłówek",
  "nagwek",
  "nadpis",
  "címsor",
  "cmsor",
  "naslov",
  "titlu",
  "başlık",
  "balk",
  "заголовок",
  "επικεφαλίδα",
  "כותרת",
  "عنوان",
  "見出し",
  "标题",
  "標題",
  "제목",
];
const headingName = new RegExp(`^(?:${headingWords.join("|")})\\s?([1-9])(?!\\d)`, "iu");

/** 1 to 9 for the name (or id) of a heading style in any of Word's usual languages, else `null`. */
export function headingLevelOfStyleName(name: string): number | null {
  const level = headingName.exec(name.trim().slice(0, 60))?.[1];
  return level === undefined ? null : Number(level);
}

const titleName = /^(title|titel|titre|título|titolo|tittel|otsikko|tytuł|название|タイトル|表題)$/iu;

/** Whether a style is the one for the title of a whole document. */
export function isTitleStyleName(name: string): boolean {
  return titleName.test(name.trim().slice(0, 60));
}
