/** A row of the generated list. */
export interface Article {
  section: string;
  code: string;
  name: string;
  size: string;
  cents: number;
  /** `cents` as formatted in the list. */
  price: string;
  rental: string;
  delivery: string;
}

export interface PriceList {
  sections: { name: string; articles: Article[] }[];
  articles: Article[];
}

const sections = [
  ["Pumps and tanks", "water pump,storage tank,pressure vessel,float valve,pool pump"],
  ["Power tools", "angle grinder,impact drill,circular saw,belt sander,heat gun"],
  ["Garden", "lawnmower,hedge trimmer,leaf blower,chain saw,brush cutter"],
  ["Lighting", "flood light,ceiling lamp,desk lamp,strip light,street lamp"],
  ["Paint", "roof paint,wall primer,wood varnish,floor enamel,metal undercoat"],
  ["Ladders and scaffolds", "step ladder,extension ladder,tower scaffold,trestle,platform"],
  ["Generators", "petrol generator,diesel generator,inverter,battery pack,charger"],
  ["Safety wear", "safety boot,welding mask,work glove,reflective vest,ear muff"],
  ["Cleaning machines", "floor polisher,carpet cleaner,vacuum cleaner,steam cleaner,sweeper"],
  ["Storage", "steel cabinet,workbench,pallet rack,tool chest,plastic bin"],
] as const;
const makers =
  "Kestrel,Nordvik,Umber,Falcon,Karoo,Tolo,Vuur,Sable,Amani,Lumo,Ibex,Marula,Baobab,Heron,Impala,Kudu,Zephyr,Orion,Delta,Atlas".split(
    ",",
  );
const finishes = "Basic,Compact,Classic,Heavy Duty,Premium,Silent,Twin,Ultra,Marine,Junior".split(",");

/** The same list every time. Each article is a unique combination of maker, kind and finish. */
export function makeList(rows: number): PriceList {
  const random = randomFrom(20_260_101);
  const made: PriceList["sections"] = sections.map(([name]) => ({ name, articles: [] }));
  for (let index = 0; index < rows; index++) {
    const at = index % sections.length;
    const [section, kinds] = sections[at] ?? ["", ""];
    const turn = Math.floor(index / sections.length);
    const kind = kinds.split(",")[turn % 5] ?? "";
    const maker = makers[Math.floor(turn / 5) % makers.length] ?? "";
    const finish = finishes[Math.floor(turn / 100) % finishes.length] ?? "";
    const cents = Math.round((50 + random() * 9_900) * 100);
    made[at]?.articles.push({
      section,
      code: `${section.slice(0, 2).toUpperCase()}${String(1_000 + turn)}`,
      name: `${maker} ${finish} ${kind}`,
      size: `${String(2 + Math.floor(random() * 90))} kg`,
      cents,
      price: rand(cents),
      rental: rand(Math.round(cents * 0.04) + 101),
      delivery: `${String(1 + Math.floor(random() * 28))} days`,
    });
  }
  return { sections: made, articles: made.flatMap(({ articles }) => articles) };
}

/** "R 2 150,00" */
function rand(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/gu, " ");
  return `R ${whole},${String(cents % 100).padStart(2, "0")}`;
}

/** Random numbers from 0 to 1, reproducible by seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
