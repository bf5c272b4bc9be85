import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { User } from "../../../contract/identity.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

/** A PNG file whose header says this size. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync("x")),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The beginning of a JPEG file: a comment, then a frame of this size. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x68, 0x69]), frame]);
}

const put = (account: Account, bytes: Buffer) =>
  account.request("PUT", "/api/user/picture", { data: bytes.toString("base64") });

test("sets, returns, replaces and removes a picture", async () => {
  const account = await signUp(server);
  for (const [bytes, mediaType] of [
    [png(64, 64), "image/png"],
    [jpeg(256, 256), "image/jpeg"],
  ] as const) {
    const { profileImageUrl } = User.parse((await put(account, bytes)).json());
    const picture = await account.request("GET", profileImageUrl ?? "");
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, mediaType]);
    expect(picture.rawPayload).toEqual(bytes);
  }
  const removed = await account.request("DELETE", "/api/user/picture");
  expect(User.parse(removed.json()).profileImageUrl).toBeNull();
  expect((await account.request("GET", `/api/users/${account.user.id}/picture`)).statusCode).toBe(204);
});

test.each([
  ["no picture", Buffer.from("<svg onload='alert(1)'/>")],
  ["nothing", Buffer.alloc(0)],
  ["a PNG too large to draw", png(1025, 10)],
  ["a JPEG too large to draw", jpeg(10, 60_000)],
  ["a JPEG that ends early", jpeg(10, 10).subarray(0, 12)],
  ["too many bytes", Buffer.concat([png(10, 10), Buffer.alloc(262_144)])],
])("refuses %s", async (_what, bytes) => {
  const account = await signUp(server);
  expect((await put(account, bytes)).statusCode).toBe(400);
  const user = User.parse((await account.request("GET", "/api/auth/user")).json());
  expect(user.profileImageUrl).toBeNull();
});

test("shows it to colleagues, but not to strangers or signed-out users", async () => {
  const owner = await signUp(server);
  const { profileImageUrl } = User.parse((await put(owner, png(32, 32))).json());
  const url = `/api/organizations/${owner.organizationId}`;
  const asked = await owner.request("POST", `${url}/invitations`, { email: "colleague@example.org" });
  const colleague = await signUp(server, { email: "colleague@example.org" });
  const statusFor = async (account: Account) =>
    (await account.request("GET", profileImageUrl ?? "")).statusCode;
  expect(await statusFor(colleague)).toBe(404);
  const invitation = new URL(asked.json<{ link: string }>().link).searchParams.get("invitation");
  await colleague.request("POST", "/api/invitations/accept", { invitation });
  expect(await statusFor(colleague)).toBe(200);
  expect((await colleague.request("GET", `${url}/members`)).json()).toMatchObject([
    { id: owner.user.id, profileImageUrl },
    { id: colleague.user.id, profileImageUrl: null },
  ]);
  expect(await statusFor(await signUp(server))).toBe(404);
  expect(await statusFor(await signUp(server, { organizationName: null }))).toBe(404);
  expect((await server.app.inject({ method: "GET", url: profileImageUrl ?? "" })).statusCode).toBe(401);
});
