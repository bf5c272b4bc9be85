import fc from "fast-check";
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

const nastyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "\u0000",
    "a\u0000b",
    "\ud800",
    "%",
    "_",
    "\\",
    "'; drop table users; --",
    "../../..",
    "𝕏".repeat(50),
    "-1",
    "NaN",
    "1e999",
  ),
);
const nastyId = fc.oneof(
  fc.uuid(),
  nastyText.filter((text) => text !== "").map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("%00", "%ff", "..%2f..", "0", "null"),
);
const body = fc.oneof(
  fc.json({ maxDepth: 3 }).map((payload) => ({ type: "application/json", payload })),
  fc
    .record(
      {
        email: nastyText,
        password: nastyText,
        organizationName: nastyText,
        firstName: nastyText,
        dateOfBirth: nastyText,
        name: nastyText,
        type: nastyText,
        title: nastyText,
        content: nastyText,
        role: nastyText,
        invitation: nastyText,
      },
      { requiredKeys: [] },
    )
    .map((object) => ({ type: "application/json", payload: JSON.stringify(object) })),
  nastyText.map((payload) => ({ type: "application/json", payload })),
  nastyText.map((payload) => ({
    type: "multipart/form-data; boundary=b",
    payload: `--b\r\n${payload}\r\n--b--`,
  })),
  fc.record({ type: nastyText, payload: nastyText }),
);
const headerText = nastyText.map((text) => text.replace(/[^\x20-\x7e]/g, "?"));
const request = fc.record({
  id: nastyId,
  page: nastyId,
  body,
  query: fc.dictionary(
    fc.constantFrom("limit", "cursor", "type", "search", "version", "width"),
    nastyText.map((text) => text.toWellFormed()),
  ),
  headers: fc.dictionary(
    fc.constantFrom("idempotency-key", "accept", "if-none-match", "origin", "authorization"),
    headerText,
  ),
  mine: fc.boolean(),
});

test("no invalid value in any field causes a server error", async () => {
  const routes = server.app.declaredRoutes.filter(
    ({ method, url }) => method !== "HEAD" && !url.endsWith("/events"),
  );
  for (const route of routes) {
    await fc.assert(
      fc.asyncProperty(request, async ({ id, page, body: sent, query, headers, mine }) => {
        const organizationId = mine ? account.organizationId : id;
        const url = route.url
          .replace(":organizationId", organizationId)
          .replace(/:(?!page)\w+/, id)
          .replace(":page", page);
        const reply = await server.app.inject({
          method: route.method as "GET",
          url,
          query,
          headers: {
            cookie: account.cookie,
            "content-type": sent.type.replace(/[^\x20-\x7e]/g, "?"),
            ...headers,
          },
          ...(route.method === "GET" ? {} : { payload: sent.payload }),
        });
        expect(reply.statusCode, `${route.method} ${url}: ${reply.body}`).toBeLessThan(500);
        if (reply.statusCode >= 400)
          expect(reply.json()).toMatchObject({
            code: expect.stringMatching(/^[a-z0-9_]+$/),
            message: expect.any(String),
          });
        if (route.url === "/api/logout") account.cookie = (await signUp(server)).cookie;
      }),
      { numRuns: 40 },
    );
  }
});
