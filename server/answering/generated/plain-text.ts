/**
 * A model's output as plain text, without images, links, HTML, emphasis or invisible characters. The text of a link
 * stays, its target does not.
 */
export function toPlainText(written: string): string {
  return written
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Co}\p{Cn}]|[\p{Cc}--[\n\t]]/gv, "")
    .replace(/!\[[^\]]*\](?:\([^)]*\)?|\[[^\]]*\])/gu, "")
    .replace(/\[([^\]]*)\]\([^)]*\)?/gu, "$1")
    .replace(/^\s*\[[^\]]+\]:.*$/gmu, "")
    .replace(/<\/?[a-z!][^>]*>?/giu, "")
    .replace(/&(?:#\w+|[a-z]+);/giu, " ")
    .replace(/\*\*|__|`+|^\s*#{1,6}\s+|^\s*>\s+/gmu, "")
    .replace(/^\s*[*•]\s+/gmu, "- ")
    .replace(/[ \t]+/g, " ")
    .replace(/ +([.,;:!?])/g, "$1")
    .trim();
}
