/** Turns a name such as `orderStatus` or `product_info` into words: "Order status", "Product info". */
export function toTitle(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The topic of a flag: "Order management" for `orderManagementEnabled`. */
export const topicOf = (flag: string): string => toTitle(flag.replace(/Enabled$/, ""));
