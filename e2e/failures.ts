import type { Page } from "playwright-core";

/** Makes requests with this method and URL fail. */
export async function fail(page: Page, method: string, url: RegExp, status = 500): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, contentType: "text/plain", body: "out of order" })
      : route.fallback(),
  );
}

/** Loses the reply to the next request with this method and URL, after the server has handled the request. */
export async function loseReply(page: Page, method: string, url: RegExp): Promise<void> {
  let isLost = false;
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}

/** Waits for a toast with this title and description. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  // By attribute and not by role: a modal dialog hides everything else from assistive technology.
  const shown = page.locator("li[data-swipe-direction]");
  await shown.getByText(title, { exact: true }).waitFor();
  await shown.getByText(description, { exact: true }).waitFor();
}

/** Waits for the reason why an upload failed, in the dialog. */
export async function expectUploadFailure(page: Page, reason: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: "Upload Failed" }).getByText(reason).waitFor();
}
