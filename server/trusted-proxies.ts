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
 * first, one hop each. Anybody may have written what stands further left.
 */
export function trustedProxies(names: readonly string[]): (address: string, hop: number) => boolean {
  const hops = names.filter((name) => name !== "none").map(listOf);
  return (address, hop) => hops[hop]?.check(address, isIPv6(address) ? "ipv6" : "ipv4") === true;
}

function listOf(name: string): BlockList {
  const list = new BlockList();
  for (const network of name === "loopback" ? loopback : [name]) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
