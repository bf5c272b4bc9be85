/** What kind of words an answer must bring. A question may expect several, or none in particular. */
export type ExpectedAnswer =
  | "date"
  | "number"
  | "money"
  | "duration"
  | "person"
  | "place"
  | "reason"
  | "manner"
  | "definition"
  | "yes_no";

/** Question words of English, Afrikaans, German, French, Portuguese, isiZulu, isiXhosa and Sesotho. */
const cues: [ExpectedAnswer, RegExp][] = [
  [
    "date",
    /(?<![\p{L}\p{N}])(when|what (year|date|day|month|time|century|decade)|which (year|date|day|month|century)|in what year|wanneer|hoe laat|wann|um wie viel uhr|quand|à quelle heure|quelle date|quando|que horas|que data|nini|neng|deadline)(?![\p{L}\p{N}])/iu,
  ],
  [
    "money",
    /(?<![\p{L}\p{N}])(how much (does|do|is|are|was|will|would|must|can|money)|cost|costs|price|priced|prices|fee|fees|salary|premium|copay|copayment|deductible|prys|koste|kos|preis|preise|kosten|kostet|wie teuer|prix|coûte|coûtent|preço|custa|custam|custo|malini|imalini|bokae)(?![\p{L}\p{N}])/iu,
  ],
  [
    "number",
    /(?<![\p{L}\p{N}])(how (many|much|old|tall|high|large|big|far|fast|deep|wide|heavy)|what (number|percentage|percent|proportion|fraction|amount|age|size|distance|temperature)|number of|percentage of|hoeveel|wie ?viele?|combien|quantos|quantas|quanto|zingaki|mangaki|bangaki|zingaphi)(?![\p{L}\p{N}])/iu,
  ],
  [
    "duration",
    /(?<![\p{L}\p{N}])(how (long|often|soon|quickly|frequently)|how many (days|weeks|months|years|hours|minutes)|hoe lank|hoe gou|hoe dikwels|hoeveel (dae|weke|maande|jaar|ure)|wie lange|wie oft|wie ?viele (tage|wochen|monate|jahre|stunden)|combien de (temps|jours|semaines|mois|années|heures)|quanto tempo|quant[oa]s (dias|semanas|meses|anos|horas)|isikhathi esingakanani)(?![\p{L}\p{N}])/iu,
  ],
  [
    "person",
    /(?<![\p{L}\p{N}])(who|whom|whose|which (person|leader|king|queen|president|author|scientist)|what (person|group|company|organi[sz]ation)|wie (is|was|het|moet|kan|mag)|met wie|vir wie|wer|wessen|wem|qui|quem|ubani|ngubani|mang)(?![\p{L}\p{N}])/iu,
  ],
  [
    "place",
    /(?<![\p{L}\p{N}])(where|(what|which) (country|city|state|town|place|region|area|continent|river|province|location|address|part)|waar|wo|woher|wohin|où|onde|aonde|kuphi|phi|kae)(?![\p{L}\p{N}])/iu,
  ],
  [
    "reason",
    /(?<![\p{L}\p{N}])(why|what (caused|causes|reason|reasons|led|made)|for what reason|how come|hoekom|waarom|warum|weshalb|wieso|pourquoi|por ?qu[eê]|kungani|kutheni|hobaneng)(?![\p{L}\p{N}])/iu,
  ],
  [
    "manner",
    /^(\W*)(how (do|does|did|can|could|should|would|will|is|are|was|were|to|must|may)|in what way|by what|hoe (kan|moet|doen|kry|werk|word|sal|dien|meld)|wie (kann|kannst|können|muss|soll|macht|mache|funktioniert|bekomme|erhalte|beantrage|melde|kündige|wird|werden|geht)|comment|como|kanjani|njani|jwang)(?![\p{L}\p{N}])/iu,
  ],
  [
    "definition",
    /^(\W*)(what('s| is| are| was| were| does .{1,60} mean)|define|meaning of|explain|describe|who (is|was|are|were)|wat is|was ist|was sind|was bedeutet|was heißt|qu'est-ce que|c'est quoi|o que é|yini|iyini|yintoni)(?![\p{L}\p{N}])/iu,
  ],
  [
    "yes_no",
    /^(\W*)(is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have|had|am|kan|mag|moet|sal|het|ist|sind|kann|darf|muss|hat|est-ce|puis-je|peut-on|posso|pode|é|há|ngingakwazi|ngabe|ingaba)(?![\p{L}\p{N}])/iu,
  ],
];

/** Reads the kind of answer that a question asks for from its question words. */
export function expectedAnswers(question: string): Set<ExpectedAnswer> {
  const expected = new Set<ExpectedAnswer>();
  for (const [kind, cue] of cues) if (cue.test(question)) expected.add(kind);
  // "How long", "how much", "how many" ask for figures, not for a way of doing something.
  if (expected.has("number") || expected.has("duration") || expected.has("money")) expected.delete("manner");
  if (expected.has("duration")) expected.delete("number");
  return expected;
}

const month =
  "jan(uary)?|feb(ruary)?|mar(ch)?|april|may|june|july|aug(ust)?|sept(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|januarie|februarie|maart|mei|junie|julie|augustus|oktober|desember|januar|februar|märz|juni|juli|dezember|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|janeiro|fevereiro|março|abril|maio|junho|julho|setembro|outubro|novembro|dezembro";
const unitOfTime =
  "second|minute|hour|day|night|week|fortnight|month|quarter|year|decade|century|business day|working day|dag|dae|week|weke|maand|maande|jaar|jare|uur|tag|tage|tagen|woche|wochen|monat|monate|monaten|jahr|jahre|jahren|stunde|stunden|jour|jours|semaine|semaines|mois|an|ans|année|années|heure|heures|dia|dias|semana|semanas|mês|meses|ano|anos|hora|horas|izinsuku|amasonto|izinyanga|iminyaka|amahora|iintsuku|malatsi|dikgwedi";
const numberWord =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|third|quarter|twice|once|zero|een|twee|drie|vier|vyf|ses|sewe|agt|nege|tien|eins|zwei|drei|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|sept|huit|neuf|dix|dois|três|quatro|cinco|seis|sete|oito|nove|dez";
const capitalized = "\\p{Lu}[\\p{L}\\p{M}.'’-]*\\p{L}";

const evidence: Record<ExpectedAnswer, RegExp> = {
  date: new RegExp(
    `\\b(1[0-9]{3}|20[0-9]{2})s?\\b|\\b[0-9]{1,2}(st|nd|rd|th)? (century|centuries)|\\b(${month})\\b|\\b(mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b[0-9]{1,2}[:h][0-9]{2}\\b|\\b[0-9]{1,2} ?(am|pm|uhr)\\b|\\b(maandag|dinsdag|woensdag|donderdag|vrydag|saterdag|sondag|montag|dienstag|mittwoch|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|domingo)\\b|\\b[0-9]{1,2}(st|nd|rd|th) (day )?of\\b|\\b(century|decade)\\b|\\b(on|by|before|after|until|from) the [0-9]{1,2}(st|nd|rd|th)\\b`,
    "giu",
  ),
  number: new RegExp(`[0-9][0-9.,]*|\\b(${numberWord})\\b`, "giu"),
  money: new RegExp(
    `[$€£¥]\\s?[0-9]|\\bR\\s?[0-9]|\\b(USD|ZAR|EUR|GBP|rand)\\b|[0-9]\\s?(%|percent|rand|dollars|euros?)|\\bfree\\b|no (charge|cost|fee)`,
    "gu",
  ),
  duration: new RegExp(
    `([0-9]|\\b(${numberWord}|a|an|each|every|per)\\b)[ -]?\\)?\\s?(\\w+[ -])?(${unitOfTime})s?\\b|\\b(daily|weekly|monthly|annually|yearly|immediately|permanent(ly)?|indefinitely)\\b`,
    "giu",
  ),
  person: new RegExp(
    `(?<=[\\p{L},;:"“)] )${capitalized}( (of|de|van|von|the) ${capitalized}| ${capitalized})*|\\b(manager|director|supervisor|officer|head|representative|administrator|coordinator|consultant|trustees?|doctor|nurse|bestuurder|Leiter|Leiterin|Vorgesetzten?|directeur|directrice|responsable|gerente|diretora?|employer|employee|department|team|company|committee|staff|owner|leader|member|HR)\\b`,
    "gu",
  ),
  place: new RegExp(
    `\\b(in|at|from|to|near|of|into|within|across|outside|inside|under|on|via|op|by|na|à|em|no|im|am|zu) (the |die |der |den |la |le |o |a )?${capitalized}|\\b(street|road|avenue|office|website|building|portal|page|folder|www\\.)`,
    "gu",
  ),
  reason:
    /\b(because|due to|since|in order to|so that|so as to|as a result|therefore|thus|caused|causes|led to|leads to|owing to|reason|to (ensure|avoid|prevent|protect|help|allow|reduce|keep|make)|omdat|sodat|weil|damit|wegen|parce que|afin|car|porque|pois|ngoba|ukuze|kuba|hobane)\b/iu,
  manner:
    /\b(by \w+ing|using|through|via|must|should|click|select|open|submit|send|complete|contact|go to|call|visit|request|apply|follow|first|then|step|email|e-mail|deur|durch|indem|mittels|en \w+ant|através|ngokuthi)\b/iu,
  definition:
    /\b(is|are|was|were|means|mean|refers to|defined as|known as|called|consists? of|includes?|stands for|is 'n|beteken|ist|bedeutet|est|signifie|é|significa|yi|ngu)\b/iu,
  yes_no:
    /\b(yes|no|not|cannot|can't|may|must|can|will|only|never|always|allowed|permitted|prohibited|required|entitled|eligible|unless|nie|mag|kan|moet|nicht|darf|kann|muss|pas|peut|não|pode)\b/iu,
};

/** 1: the text brings what the question asks for, -1: it should and does not, 0: not asked for. */
export interface AnswerEvidence {
  figure: number;
  name: number;
  reason: number;
  manner: number;
  definition: number;
  yesNo: number;
}

const groups: Record<keyof AnswerEvidence, ExpectedAnswer[]> = {
  figure: ["date", "number", "money", "duration"],
  name: ["person", "place"],
  reason: ["reason"],
  manner: ["manner"],
  definition: ["definition"],
  yesNo: ["yes_no"],
};

const anyFigure = new RegExp(`[0-9][0-9.,]*|\\b(${numberWord})\\b`, "giu");

/** Looks for words of the expected kinds in a text that are not the question's own. */
export function newEvidence(question: string, text: string, expected: Set<ExpectedAnswer>): AnswerEvidence {
  const asked = question.toLowerCase();
  const found: AnswerEvidence = { figure: 0, name: 0, reason: 0, manner: 0, definition: 0, yesNo: 0 };
  for (const [group, kinds] of Object.entries(groups) as [keyof AnswerEvidence, ExpectedAnswer[]][]) {
    const wanted = kinds.filter((kind) => expected.has(kind));
    if (wanted.length === 0) continue;
    const mustBeNew = group === "figure" || group === "name";
    const brings = wanted.every((kind) => bringsNew(text, evidence[kind], asked, mustBeNew));
    // A figure of another kind may still be it: "how much leave" is answered in days.
    const half = group === "figure" && !brings && bringsNew(text, anyFigure, asked, true);
    found[group] = brings ? 1 : half ? 0 : -1;
  }
  return found;
}

function bringsNew(text: string, pattern: RegExp, asked: string, mustBeNew: boolean): boolean {
  if (!mustBeNew) return pattern.test(text);
  for (const match of text.matchAll(pattern)) {
    const said = match[0].trim().toLowerCase();
    if (said !== "" && !asked.includes(said)) return true;
  }
  return false;
}
