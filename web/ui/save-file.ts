/** Saves text as a file; the name gets today's date. */
export function saveFile(text: string, { name, type }: { name: string; type: "csv" | "json" }): void {
  const mediaType = { csv: "text/csv;charset=utf-8", json: "application/json" }[type];
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replaceAll(" ", "-")}-${new Date().toISOString().slice(0, 10)}.${type}`;
  link.click();
  URL.revokeObjectURL(address);
}
