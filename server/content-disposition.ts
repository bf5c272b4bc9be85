import { create } from "content-disposition";

/** The header that makes a browser show or save a reply under a file name; old browsers get it without accents. */
export function contentDisposition(type: "attachment" | "inline", name: string): string {
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return create(name, { type, fallback: plain.replace(/[^\x20-\x7e]/g, "_") });
}
