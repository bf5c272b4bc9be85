/** A table of signs, each behind its code in two hexadecimal digits: "2d- 6c•". */
export const signsByCode = (table: string): ReadonlyMap<number, string> =>
  new Map(table.split(" ").map((each) => [Number.parseInt(each.slice(0, 2), 16), each.slice(2)]));
