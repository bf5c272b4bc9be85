import type { Page } from "playwright-core";
import { quaintPhrases } from "../test/quaint-phrases.ts";

/** The quaint phrases in a page's visible text and in its labels for screen readers. */
export async function quaintPhrasesOf(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const attributes = ["aria-label", "aria-description", "placeholder", "title", "alt"];
    const labels = [...document.querySelectorAll("*")].flatMap((element) =>
      attributes.flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [document.title, document.body.innerText, ...labels];
  });
  return quaintPhrases(texts.join("\n"));
}
