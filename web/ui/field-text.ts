/** The text of a form field, empty when it is missing. */
export function fieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** The lines of a form field that are not blank. */
export function fieldLines(form: HTMLFormElement, name: string): string[] {
  return fieldText(form, name)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
