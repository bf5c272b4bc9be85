import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * The accessibility violations that axe finds once the page has settled: rule, element and reason. For speed, axe's
 * script stays on the page, and only violations are sent back.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A page applies a new colour scheme some frames later, on a busy machine not in the next one.
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const wanted = localStorage.getItem("sizana.theme") ?? (isDark ? "dark" : "light");
    for (let frames = 0; frames < 300 && document.documentElement.dataset["theme"] !== wanted; frames++) {
      await frame();
    }
    // The first frame renders the latest changes, which starts their transitions.
    await frame();
    await frame();
    // Waits for finite transitions; one inside another may start when the outer one ends. Hidden elements are ignored:
    // in a closed <details> the browser renders nothing, so a transition there never finishes.
    // Those that follow scrolling never end.
    const isEnding = ({ playState, timeline, effect }: Animation): boolean =>
      playState === "running" &&
      timeline === document.timeline &&
      effect?.getComputedTiming().endTime !== Infinity &&
      ((effect as KeyframeEffect | null)?.target?.checkVisibility() ?? false);
    for (let frames = 0; frames < 600 && document.getAnimations().some(isEnding); frames++) {
      await frame();
      await frame();
    }
    const { axe: onPage } = window as unknown as { axe: typeof axe };
    // Preloading would only fetch style sheets from other hosts, and there are none.
    const { violations } = await onPage.run(document, { resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`.trim()),
    );
  });
}
