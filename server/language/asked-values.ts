/** What asks for a value of each kind. */
const phrasesOf = {
  telephone:
    "(?:what|which|wat|watter) (?:nr|no|num|number|nommer)|(?:phone|tel|telephone|cell|contact|whatsapp|emergency|hotline|helpline|fax) (?:nr|no|num|numbers?|nommer)|number (?:do|can|should|must|to)|nr (?:do|can|to)|who (?:do|can|must|should|to) (?:i |we )?(?:phone|call|ring)|(?:phone|call|ring) (?:who|whom)|telefoonnommer|inombolo",
  email:
    "e-?mail address(?:es)?|what(?:'?s| is) (?:the|your|ur) e-?mail|which e-?mail|e-?posadres|e-?mail (?:it|them|this)? ?(?:to )?where|where (?:do|must|can) i e-?mail",
  website: "web ?sites?|web (?:address|page)|url|link|webwerf",
  percent:
    "what (?:percent|percentage|%)|how many percent|percent|percentage|discount|% off|interest|(?:what|how much|which) (?:part|share|portion|fraction)|what comes off|anything off|something off|knock (?:something|anything)? ?off|how much less|rebate|afslag",
  time: "what time|till what time|until what time|from what time|(?:opening|closing|business|trading|office|visiting|store) (?:hours|times?)|how late|how early|what are (?:your|the) hours|when do (?:you|they|u) (?:open|close)|(?:are|r) (?:you|u|they) open|hoe laat|openingstye|wie viel uhr|quelle heure|que horas|ngasikhathi sini|ngobani isikhathi",
  duration:
    "how long|how soon|how quick(?:ly)?|how fast|how often|how far (?:ahead|in advance|before)|how (?:many|much) (?:more )?(?:days?|weeks?|months?|mths?|years?|yrs?|hours?|hrs?|minutes?|nights?|time|notice|warning|leave|off)|how late|how old|(?:till|until|by) when|what(?:'?s| is) the (?:latest|deadline|limit|waiting)|deadline|what notice|waiting period|hoe lank|hoe gou|hoeveel (?:dae|weke|maande|jaar|ure)|wie lange|combien de temps|quanto tempo|isikhathi esingakanani|izinsuku ezingaki",
  date: "when|what (?:date|day|month|year)|which (?:date|day|month)|(?:till|until|by) when|what days?|which days?|deadline|cut ?off|closing date|wanneer|wann|quand|quando|nini|neng",
  distance:
    "how (?:far|fast|heavy|big|wide|tall|high|deep)|what (?:speed|size|weight|distance)|how many (?:km|kms|kilomet\\w+|met\\w+|litres?|liters?|kg|gigs?|gb|mbps)|how much data",
  money:
    "how much(?! (?:time|notice|leave|longer|warning|data|sleep))|what (?:does|do|did|will|would|must|should) (?:it|that|this|i|we|u|you|they|he|she)(?: \\w+){0,3} (?:cost|pay|charge|owe|fork out)|costs?|costing|prices?|priced|fees?|fines?|penalty|charges?|charged|deposit|salary|excess|premium|rent|rate|co-?pay(?:ment)?|max|maximum|what do i (?:pay|owe|get)|what must i pay|what will i (?:pay|get)|cheap(?:est|er)?|dear(?:est|er)?|expensive|afford|budget|kos|koste|prys|hoeveel|malini|kostet|wie teuer|prix|custa|bokae",
  number:
    "how (?:many|much|old|big)|what (?:number|amount|age|size|score)|number of|hoeveel|zingaki|mangaki|bangaki|combien|quantos|quantas|points|times",
};
/** Kinds of values that a text may hold and a question may ask for. */
export type ValueKind = keyof typeof phrasesOf;

const cues = Object.entries(phrasesOf).map(([kind, phrases]) => ({
  kind: kind as ValueKind,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "iu"),
}));

/** The kinds of values that a question may ask for. Often none. */
export function askedValues(question: string): ValueKind[] {
  const kinds = cues.filter(({ pattern }) => pattern.test(question)).map(({ kind }) => kind);
  // "How many days" asks for days, not for any number.
  const exact = kinds.some((kind) => kind === "duration" || kind === "time" || kind === "telephone");
  return exact ? kinds.filter((kind) => kind !== "number") : kinds;
}
