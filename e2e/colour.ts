import type { Locator } from "playwright-core";

/** The colour name a person would use for an element's background or text. */
export async function colourOf(
  element: Locator,
  property: "backgroundColor" | "color" = "backgroundColor",
): Promise<string> {
  const style = await element.first().evaluate((shown, name) => getComputedStyle(shown)[name], property);
  const [red = 0, green = 0, blue = 0] = (style.match(/[\d.]+/g) ?? []).map(Number);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range < 20) return "grey";
  const sixth =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const ends: [number, string][] = [
    [14, "red"],
    [36, "orange"],
    [65, "yellow"],
    [170, "green"],
    [250, "blue"],
    [310, "purple"],
    [361, "red"],
  ];
  return ends.find(([end]) => sixth * 60 < end)?.[1] ?? "";
}
