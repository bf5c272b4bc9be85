import { afterEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../test/server.ts";
import { readConfig } from "./config.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

/** Guesses tokens, of which 60 per hour and address are allowed, with forged addresses. Returns the refusals. */
async function refusedOf(tries: number, peer: string, forwarded: (i: number) => string): Promise<number> {
  let refused = 0;
  for (let i = 0; i < tries; i += 1) {
    const reply = await server?.app.inject({
      method: "POST",
      url: "/api/auth/password-resets",
      remoteAddress: peer,
      headers: { "x-forwarded-for": forwarded(i) },
      payload: { token: `guess ${i}`, newPassword: "long enough" },
    });
    if (reply?.statusCode === 429) refused += 1;
  }
  return refused;
}

const forged = (i: number) => `203.0.113.${i}`;

describe("X-Forwarded-For", () => {
  test("ignores X-Forwarded-For from a machine on a private network", async () => {
    server = await startTestServer({ worker: false });
    expect(await refusedOf(62, "172.17.0.1", forged)).toBe(2);
  });

  test("is trusted from a proxy on this machine, for one hop", async () => {
    server = await startTestServer({ worker: false });
    expect(await refusedOf(62, "127.0.0.1", forged)).toBe(0);
    // The proxy appends the client's address; everything before that is from the client itself.
    expect(await refusedOf(62, "127.0.0.1", (i) => `${forged(i)}, 127.0.0.1`)).toBe(2);
  });

  test("is trusted from the proxies in TRUST_PROXY, nearest first", async () => {
    server = await startTestServer({ worker: false, environment: { TRUST_PROXY: "10.0.0.0/8, 192.0.2.7" } });
    expect(await refusedOf(62, "10.1.2.3", (i) => `203.0.113.${i}, 192.0.2.7`)).toBe(0);
    expect(await refusedOf(62, "10.1.2.3", (i) => `203.0.113.${i}, 198.51.100.9`)).toBe(2);
    expect(await refusedOf(62, "192.0.2.7", (i) => `203.0.113.${i}`)).toBe(2);
  });

  test("is ignored if TRUST_PROXY is none", async () => {
    server = await startTestServer({ worker: false, environment: { TRUST_PROXY: "none" } });
    expect(await refusedOf(62, "127.0.0.1", forged)).toBe(2);
  });

  test.each(["everyone", "10.0.0.0/33", "10.0.0.5/8/8"])("refuses TRUST_PROXY=%s", (names) => {
    expect(() => readConfig({ TRUST_PROXY: names })).toThrow("TRUST_PROXY");
  });
});
