import type { Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";

/** One property modification ("sprm"): the code of the property, and the value it is set to. */
export interface Sprm {
  code: number;
  value: number;
  operand: Bytes;
}

/**
 * A property of a format: its sprm codes in Word 97 (MS-DOC 2.6) and in Word 6 (null if there is none), and a function
 * that returns the value a sprm sets it to, or undefined to set nothing. `inherited` is the format of the styles.
 */
type Property<Format> = {
  [Name in keyof Format]-?: readonly [
    name: Name,
    word97: number | null,
    word6: number | null,
    read: (sprm: Sprm, inherited: Partial<Format>) => Format[Name] | undefined,
  ];
}[keyof Format];

/** Makes a function that applies a group of property modifications to the format `into`, of these properties. */
export function sprmsFor<Format extends object>(properties: readonly Property<Format>[]) {
  const byCode97 = new Map(properties.map((property) => [property[1], property]));
  const byCode6 = new Map(properties.map((property) => [property[2], property]));
  return (into: Format, group: Bytes, generation: Fib["generation"], inherited: Partial<Format> = {}) => {
    const byCode = generation === 8 ? byCode97 : byCode6;
    for (const sprm of readSprms(group, generation)) {
      const [name, , , read] = byCode.get(sprm.code) ?? [];
      const value = read?.(sprm, inherited);
      if (name !== undefined && value !== undefined) into[name] = value;
    }
  };
}

/** Lists the property modifications of a group; operands that reach beyond its end are truncated. */
function readSprms(group: Bytes, generation: Fib["generation"]): Sprm[] {
  const found: Sprm[] = [];
  const codeBytes = generation === 8 ? 2 : 1;
  for (let at = 0; at + 1 < group.length;) {
    const code = codeBytes === 2 ? group.u16(at) : group.u8(at);
    const start = at + codeBytes;
    const { skip, length } = codeBytes === 2 ? operand97(code, group, start) : operand6(code, group, start);
    const operand = group.slice(start + skip, length);
    found.push({ code, value: valueOf(operand), operand });
    at = start + skip + length;
  }
  return found;
}

function valueOf(operand: Bytes): number {
  if (operand.length === 1) return operand.u8(0);
  return operand.length < 4 ? operand.u16(0) : operand.u32(0);
}

/** By the three highest bits of the code; null: the operand states its length itself. */
const operandLengths97 = [1, 1, 2, 4, 2, 2, null, 3];

/** How long an operand is, in bytes; `skip` is the length of a prefix that states it. */
function operand97(code: number, group: Bytes, at: number) {
  const length = operandLengths97[code >> 13] ?? null;
  if (length !== null) return { skip: 0, length };
  if (code === 0xd608) return { skip: 2, length: Math.max(0, group.u16(at) - 1) };
  if (code === 0xc615 && group.u8(at) === 255) return longTabs(group, at);
  return { skip: 1, length: group.u8(at) };
}

/** Tab stops too long for the length byte: the length follows from the counts of deleted and added tab stops. */
function longTabs(group: Bytes, at: number) {
  const deleted = group.u8(at + 1);
  const added = group.u8(at + 2 + deleted * 4);
  return { skip: 1, length: 2 + deleted * 4 + added * 3 };
}

const operandLengths6 = new Map<number, number>([
  ...[
    2, 16, 17, 18, 19, 21, 22, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 46, 47, 48,
    49, 69, 72, 80, 93, 96, 97, 99, 101, 105, 106, 107, 109, 110, 121, 122, 123, 124, 140, 141, 144, 145, 148,
    149, 154, 155, 156, 157, 160, 161, 164, 165, 166, 167, 168, 169, 170, 171, 182, 183, 184, 189, 195, 197,
    198,
  ].map((code): [number, number] => [code, 2]),
  ...[20, 70, 74, 192, 194, 196, 200].map((code): [number, number] => [code, 4]),
  ...[68, 193, 199].map((code): [number, number] => [code, 5]),
  ...[73, 95, 136, 137].map((code): [number, number] => [code, 3]),
  ...[120, 187].map((code): [number, number] => [code, 12]),
]);
const lengthPrefixed6 = new Set([3, 12, 15, 81, 103, 108, 188, 191]);

function operand6(code: number, group: Bytes, at: number) {
  if (code === 190) return { skip: 2, length: Math.max(0, group.u16(at) - 1) };
  if (code === 23 && group.u8(at) === 255) return longTabs(group, at);
  if (code === 23 || lengthPrefixed6.has(code)) return { skip: 1, length: group.u8(at) };
  return { skip: 0, length: operandLengths6.get(code) ?? 1 };
}
