/** Parses a table of symbols by character code, each entry two hexadecimal digits and the symbol: "2d- 6c•". */
export const symbolsByCode = (table: string): ReadonlyMap<number, string> =>
  new Map(table.split(" ").map((each) => [Number.parseInt(each.slice(0, 2), 16), each.slice(2)]));
