/** Light backgrounds, each with its text colour. */
export const tints = {
  clay: "bg-clay-tint text-clay-ink",
  ochre: "bg-ochre-tint text-ochre-ink",
  fynbos: "bg-fynbos-tint text-fynbos-ink",
  sky: "bg-sky-tint text-sky-ink",
  plum: "bg-plum-tint text-plum-ink",
  stone: "bg-stone-tint text-stone-ink",
  danger: "bg-danger-tint text-danger-ink",
};

export type Tint = keyof typeof tints;
