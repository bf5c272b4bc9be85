import { clsx } from "clsx";

/** What people call the file type: PDF, Word, or the type itself. */
export function fileTypeLabel(fileType: string): string {
  if (fileType.includes("pdf")) return "PDF";
  return isWord(fileType) ? "Word" : fileType.toUpperCase() || "File";
}

function isWord(fileType: string): boolean {
  return fileType.includes("word") || fileType.includes("doc");
}

export function FileTypeIcon({ fileType }: { fileType: string }) {
  const colours = fileType.includes("pdf")
    ? "bg-clay-tint text-clay-ink"
    : isWord(fileType)
      ? "bg-sky-tint text-sky-ink"
      : "bg-stone-tint text-stone-ink";
  return (
    <span
      aria-hidden
      className={clsx(
        "grid h-12 w-10 shrink-0 place-items-center rounded-md rounded-tr-2xl text-[0.6875rem] font-bold tracking-tight",
        colours,
      )}
    >
      {fileTypeLabel(fileType).slice(0, 4)}
    </span>
  );
}
