import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";
import { request } from "./request.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Replaces `fetch` by a mock that gives this reply to every request. */
function answerWith(status: number, body: string, statusText = "") {
  const fetched = vi.fn<(path: string, options: RequestInit) => Promise<Response>>(
    async () => new Response(body, { status, statusText }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("an error message has the status and the body, or else the status text", async () => {
  answerWith(418, "short and stout");
  await expect(request("GET", "/api/tea")).rejects.toThrow("418: short and stout");
  answerWith(503, "", "Service Unavailable");
  await expect(request("GET", "/api/tea")).rejects.toThrow("503: Service Unavailable");
});

test("every request sends cookies, and its body as JSON", async () => {
  const fetched = answerWith(200, "{}");
  await request("GET", "/api/a");
  await request("PUT", "/api/b", { name: "x" });
  expect(fetched.mock.calls).toEqual([
    ["/api/a", { method: "GET", credentials: "include" }],
    [
      "/api/b",
      {
        method: "PUT",
        credentials: "include",
        headers: { "content-type": "application/json" },
        body: '{"name":"x"}',
      },
    ],
  ]);
});

test("a query fetches the path that its key spells", async () => {
  const fetched = answerWith(200, "[]");
  const client = createQueryClient(() => undefined);
  await client.fetchQuery({ queryKey: ["/api/organizations", "an-id", "documents"] });
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/organizations/an-id/documents");
});

test("queries and mutations are not retried, and a 401 counts as a failure", async () => {
  const fetched = answerWith(401, "");
  const signedOut = vi.fn<() => void>();
  const client = createQueryClient(signedOut);
  await expect(client.fetchQuery({ queryKey: ["/api/x"] })).rejects.toThrow("401");
  const mutation = client.getMutationCache().build(client, { mutationFn: () => request("POST", "/api/x") });
  await expect(mutation.execute(undefined)).rejects.toThrow("401");
  expect([fetched.mock.calls.length, signedOut.mock.calls.length]).toEqual([2, 2]);
});
