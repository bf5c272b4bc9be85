import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../test/accounts.ts";
import { startTestServer, type TestServer } from "../test/server.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await signUp(server);
});
afterAll(() => server.close());

test("replies with private data may not be cached by browsers and proxies", async () => {
  const home = `/api/organizations/${account.organizationId}`;
  const urls = [
    "/api/auth/user",
    ...["documents", "tickets", "feedback", "analytics", "api-keys", "whatsapp", "members"].map(
      (list) => `${home}/${list}`,
    ),
    // Errors may contain private data too.
    `${home}/documents?limit=x`,
  ];
  for (const url of urls) {
    const { headers } = await account.request("GET", url);
    expect([url, headers["cache-control"]]).toEqual([url, "no-store"]);
  }
});
