import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openSecretBox, UnreadableSecretError } from "./secret-box.ts";

describe("a sealed secret", () => {
  const box = openSecretBox([randomBytes(32)]);

  test("can be decrypted for its place, and differs each time", () => {
    const sealed = box.seal("EAAG töken", "a place");
    expect(box.open(sealed, "a place")).toBe("EAAG töken");
    expect(sealed.equals(box.seal("EAAG töken", "a place"))).toBe(false);
  });

  test("can't be decrypted for another place, by another key or after a bit was changed", () => {
    const sealed = box.seal("secret", "a place");
    expect(() => box.open(sealed, "another place")).toThrow(UnreadableSecretError);
    expect(() => openSecretBox([randomBytes(32)]).open(sealed, "a place")).toThrow(UnreadableSecretError);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed, "a place")).toThrow(UnreadableSecretError);
    }
    expect(() => box.open(Buffer.alloc(0), "a place")).toThrow(UnreadableSecretError);
  });
});
