import { request as httpRequest } from "node:http";
import { sql } from "kysely";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { slowPagePdf } from "../../../test/slow-page.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});

async function addPdf(to: Account, bytes: Uint8Array): Promise<string> {
  const { id } = await uploadDocument(to, { name: "Drawn.pdf", bytes });
  expect(await waitForDocument(to, id)).toMatchObject({ status: "completed" });
  return id;
}

async function quickPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText("Leave is granted.", { x: 50, y: 700 });
  return document.save();
}

const image = (id: string, width: number) => `/api/documents/${id}/pages/1/image?width=${width}`;
const status = async (at: Account, url: string) => (await at.request("GET", url)).statusCode;

/** Requests a picture like a browser; `leave` closes the connection. */
function look(at: Account, url: string): { leave: () => void } {
  const asked = httpRequest(`${server.url}${url}`, { headers: { cookie: at.cookie } });
  asked.on("error", () => undefined);
  asked.end();
  return { leave: () => asked.destroy() };
}

/** Drawing pictures of these widths never ends. Resolves when all have begun, and when all were aborted. */
function drawForever(widths: number[]) {
  const { extractor } = server.context;
  const { renderPage } = extractor;
  onTestFinished(() => {
    extractor.renderPage = renderPage;
  });
  const promises = () => widths.map(() => Promise.withResolvers<void>());
  const [begun, givenUp] = [promises(), promises()];
  extractor.renderPage = (path, page, width, viewer) => {
    const at = widths.indexOf(width);
    if (at === -1) return renderPage(path, page, width, viewer);
    begun[at]?.resolve();
    return new Promise((_resolve, reject) => {
      viewer?.signal?.addEventListener("abort", () => {
        givenUp[at]?.resolve();
        reject(viewer.signal?.reason as Error);
      });
    });
  };
  const all = (each: PromiseWithResolvers<void>[]) => Promise.all(each.map(({ promise }) => promise));
  return { begun: all(begun), givenUp: all(givenUp) };
}

test("draws two pages per organization at a time, without delaying others", async () => {
  const id = await addPdf(account, await quickPdf());
  const neighbour = await signUp(server);
  const other = await addPdf(neighbour, await quickPdf());
  const { begun } = drawForever([2000, 2001]);
  const viewers = [look(account, image(id, 2000)), look(account, image(id, 2001))];
  await begun;
  const refused = await account.request("GET", image(id, 300));
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  // A browser caches a picture, but not a refusal.
  expect(refused.headers["cache-control"] ?? "").not.toContain("max-age");
  expect(await status(neighbour, image(other, 300))).toBe(200);
  for (const { leave } of viewers) leave();
});

test("aborts a drawing when its last viewer has left", async () => {
  const id = await addPdf(account, await quickPdf());
  const { begun, givenUp } = drawForever([2000, 2001]);
  const [first, second, same] = [2000, 2001, 2001].map((width) => look(account, image(id, width)));
  await begun;
  first?.leave();
  second?.leave();
  same?.leave();
  await givenUp;
  expect(await status(account, image(id, 300))).toBe(200);
});

test("does not redraw a page that exceeded the limit, at any width", async () => {
  const slow = await addPdf(account, slowPagePdf());
  expect(await status(account, image(slow, 2400))).toBe(404);
  const before = server.context.extractor.renderPage;
  let drawings = 0;
  server.context.extractor.renderPage = (...given) => {
    drawings += 1;
    return before(...given);
  };
  expect(await status(account, image(slow, 2000))).toBe(404);
  expect(drawings).toBe(0);
  server.context.extractor.renderPage = before;
});

test("hides pages that exceeded the limit from other organizations", async () => {
  const id = await addPdf(account, await quickPdf());
  const stranger = await signUp(server);
  await withTenant(server.context.db, account.organizationId, (trx) =>
    sql`
      insert into undrawable_pages (organization_id, version_id, page)
      select organization_id, id, 1 from document_versions where document_id = ${id}
    `.execute(trx),
  );
  const seen = (by: Account) =>
    withTenant(server.context.db, by.organizationId, (trx) =>
      trx.selectFrom("undrawable_pages").select("page").execute(),
    );
  expect([await seen(account), await seen(stranger)]).toEqual([[{ page: 1 }], []]);
});
