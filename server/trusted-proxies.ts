import { BlockList, isIP, isIPv6 } from "node:net";

const loopback = ["127.0.0.0/8", "::1"];

/** Whether this names proxies: an address, a network, `loopback`, or `none`. */
export function isProxyName(name: string): boolean {
  if (name === "loopback" || name === "none") return true;
  const [address = "", bits = "0", ...rest] = name.split("/");
  const maxBits = isIPv6(address) ? 128 : 32;
  return isIP(address) > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits;
}

/**
 * Decides which hops of X-Forwarded-For are trusted: a request has to come through the named proxies, nearest
 * first, one hop each. Addresses further left may be forged.
 */
export function trustedProxies(names: readonly string[]): (address: string, hop: number) => boolean {
  const hops = names
    .filter((name) => name !== "none")
    .map((name) => networks(name === "loopback" ? loopback : [name]));
  return (address, hop) => hops[hop]?.(address) === true;
}

/** Tells whether an address is one of these, or in one of these networks. */
export function networks(names: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
  for (const name of names) {
    const [address = "", bits] = name.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}
