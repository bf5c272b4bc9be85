/** What words of a question ask of a table: the data of question-operators.ts. */

/** Which way a superlative looks, and over what; `any` is whatever the question asks for. */
export interface Superlative {
  direction: "min" | "max";
  over: "money" | "speed" | "size" | "time" | "hour" | "percent" | "any";
  words: RegExp;
}

const phrase = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

/** In order: the first that is found decides. */
export const superlatives: readonly Superlative[] = [
  {
    direction: "min",
    over: "money",
    words: phrase(
      "cheapest|(?:what(?:'?s| is)|which|wat is)(?: \\w+){0,4} cheaper(?! than)|least expensive|lowest (?:price|cost|fee|rate|premium|contribution)s?|most affordable|goedkoopste|saves? (?:me |us )?money|cost(?:s|ing)? (?:the )?least|pay(?:s|ing)? (?:the )?least|least i (?:can|could|may) pay|barato|mais barat[oa]",
    ),
  },
  {
    direction: "max",
    over: "money",
    words: phrase(
      "dearest|dearer(?! than)|most expensive|priciest|costliest|highest (?:price|cost|fee|rate|pay|salary|wage|amount)|pays? (?:\\w+ )?(?:the )?(?:best|most|highest)|best[- ]pa(?:id|ying)|highest[- ]pa(?:id|ying)|(?:gives?|gets?) (?:\\w+ )?(?:the )?most (?:money|cash)|earns? (?:the )?most|costs? (?:\\w+ )?(?:the )?most|duurste",
    ),
  },
  { direction: "max", over: "speed", words: phrase("fastest|highest speed|most speed|vinnigste") },
  {
    direction: "max",
    over: "percent",
    words: phrase(
      "saves? (?:me |us )?(?:the )?most|(?:biggest|highest|largest|best) (?:discount|saving|percentage)",
    ),
  },
  {
    direction: "max",
    over: "hour",
    words: phrase("latest|(?:open|opens|stays? open) (?:the )?(?:longest|latest)|closes? last"),
  },
  { direction: "min", over: "hour", words: phrase("earliest|opens? first|closes? first") },
  {
    direction: "max",
    over: "time",
    words: phrase(
      "longest|lasts? (?:the )?longest|most (?:days|weeks|months|years|hours|leave|time)|slowest|langste",
    ),
  },
  {
    direction: "min",
    over: "time",
    words: phrase("shortest|quickest|soonest|least (?:days|time|notice)|kortste|gouste"),
  },
  {
    direction: "max",
    over: "size",
    words: phrase(
      "biggest|largest|bigger(?! than)|larger(?! than)|tallest|heaviest|widest|most (?:internet|data)|grootste",
    ),
  },
  {
    direction: "min",
    over: "size",
    words: phrase("smallest|smaller(?! than)|lightest|tiniest|closest|nearest|kleinste"),
  },
  { direction: "min", over: "any", words: phrase("lowest|(?<!at )least|fewest|youngest|minste|laagste") },
  {
    direction: "max",
    over: "any",
    words: phrase(
      "highest|oldest|(?<!at )(?<!at the )most(?! (?:of|you|u|we|i|they|it|people|likely|recent|common|popular)(?![\\p{L}]))|meeste|hoogste",
    ),
  },
];

/** A question for one or several of the rows, not for a value of one. */
export const choosing = phrase(
  "wh?ich(?:ever)?|who|whose|whom|where|what (?:are|kind|kinds|sort|type|types|options|other)|any|anything|something|do (?:you|u|they) (?:have|sell|do|offer|stock|got)|have (?:you|u) (?:got|any)|what (?:\\w+ ){1,3}(?:can|could|may|do|does|is|are)|watter|welke|wie|quais|qual",
);
/** What a number is then the least of: "who may approve 95 000", "which hall holds 250". */
export const capacity = phrase(
  "approve[sd]?|authori[sz]es?|sign(?:s|ed)?|ok|okay|allow(?:s|ed)?|fits?|holds?|seats?|sleeps?|takes?|carr(?:y|ies)|room for|space for|up to|write off|written off|waive|refund|gives?|grants?|hands? out",
);

/** Words that only operate on the table; no row is called by them. */
export const operatorWords: ReadonlySet<string> = new Set(
  "cheapest cheaper cheap dearest expensive lowest highest least most fastest quickest soonest longest shortest biggest bigger largest smallest smaller best max maximum min minimum under over above below between more less than up to at many number which who what where any anything something want need get have got do does can could may must will would should much how pay pays cost costs price prices priced charge charges charged fee fees amount amounts rand bucks money total month monthly per each every year yearly day daily days week weeks weekly months years hour hours hourly night nights pm pa pls please thanks hi hey u ur wat hoe mch gonna whats hows".split(
    " ",
  ),
);

/** What the words of a question say when the value found is of a kind: they are answered by it. */
export const kindWords: readonly (readonly [kinds: readonly string[], words: ReadonlySet<string>])[] = [
  [
    ["money"],
    new Set(
      "cost costs price prices priced fee fees charge charges charged pay pays paid paying rate rates money amount spend owe earn earns salary wage penalty fine excess cash refund deposit".split(
        " ",
      ),
    ),
  ],
  [["percent"], new Set("percent percentage discount share off interest".split(" "))],
  [
    ["duration", "date", "time"],
    new Set(
      "long days day weeks months month years year hours hour when time quick soon late date period old often".split(
        " ",
      ),
    ),
  ],
];
