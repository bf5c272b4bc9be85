import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe finds fault with once the page has come to rest: rule, element and why. Its script stays on the page, and
 * what it finds in order is not sent over: both took longer than looking.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A page hears of another colour scheme with a frame, and on a busy machine not with the next one.
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const wanted = localStorage.getItem("sizana.theme") ?? (isDark ? "dark" : "light");
    for (let frames = 0; frames < 300 && document.documentElement.dataset["theme"] !== wanted; frames++) {
      await frame();
    }
    // The first has what was just changed drawn, which begins the transitions.
    await frame();
    await frame();
    // What is inside begins its own transition when the one around it has ended. Only those of elements that are shown:
    // in a closed <details> the browser draws nothing, and a transition there never tells that it has finished.
    const isEnding = ({ playState, effect }: Animation): boolean =>
      playState === "running" &&
      effect?.getComputedTiming().endTime !== Infinity &&
      ((effect as KeyframeEffect | null)?.target?.checkVisibility() ?? false);
    for (let frames = 0; frames < 600 && document.getAnimations().some(isEnding); frames++) {
      await frame();
      await frame();
    }
    const { axe: onPage } = window as unknown as { axe: typeof axe };
    // Without preloading there are no style sheets of other hosts to look at, and we have none.
    const { violations } = await onPage.run(document, { resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`.trim()),
    );
  });
}
