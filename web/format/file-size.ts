const units = ["Bytes", "KB", "MB", "GB"] as const;

/** A number of bytes in 1024-based units, with at most two decimals: "1.5 MB". */
export function formatFileSize(sizeBytes: number): string {
  if (sizeBytes <= 0) return "0 Bytes";
  const power = Math.min(Math.floor(Math.log2(sizeBytes) / 10), units.length - 1);
  return `${Number((sizeBytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
