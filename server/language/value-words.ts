/** Words and signs that values are written with: the data of values.ts and ranges.ts. */

const counted =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const tens = "thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Numbers as words; "a" and "an" only before a unit ("an hour"). */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...counted.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, at): [string, number] => [word, 30 + at * 10]),
  ["half", 0.5],
  ["once", 1],
  ["twice", 2],
]);

/** A unit by its name, and how it is written: English, and the words of the other languages for time. */
export const units: readonly (readonly [unit: string, kind: "duration" | "measure", words: string])[] = [
  ["minute", "duration", "minutes?|mins?|minute|minuten|minutos?"],
  ["hour", "duration", "hours?|hrs?|uur|ure|stunden?|heures?|horas?"],
  ["night", "duration", "nights?|nites?"],
  ["day", "duration", "days?|dae|dag|tage?|jours?|dias?"],
  ["week", "duration", "weeks?|wks?|week|weke|wochen?|semaines?|semanas?"],
  ["month", "duration", "months?|mths?|maande?|monate?|mois|m[eê]s(?:es)?"],
  ["term", "duration", "terms?"],
  ["quarter", "duration", "quarters?"],
  ["year", "duration", "years?|yrs?|jaar|jare|jahre?|ans|anos?"],
  ["shift", "duration", "shifts?"],
  ["km", "measure", "kms?|kilomet(?:re|er)s?|kay|ks"],
  ["m²", "measure", "m²|m2|sqm|square (?:met(?:re|er)s?|m)|square"],
  ["m³", "measure", "m³|m3|cubic met(?:re|er)s?"],
  ["cm", "measure", "cm|centimet(?:re|er)s?"],
  ["mm", "measure", "mm|millimet(?:re|er)s?"],
  ["m", "measure", "m|met(?:re|er)s?"],
  ["kl", "measure", "kl|kilos? of water|kilolit(?:re|er)s?"],
  ["ml", "measure", "ml|millilit(?:re|er)s?"],
  ["l", "measure", "l|lit(?:re|er)s?"],
  ["kg", "measure", "kgs?|kilos?|kilograms?"],
  ["g", "measure", "g|grams?"],
  ["t", "measure", "tons?|tonnes?"],
  ["mbps", "measure", "mbps|mb/s|megs?|mbit(?:/s)?"],
  ["gbps", "measure", "gbps"],
  ["gb", "measure", "gb|gigs?"],
  ["mb", "measure", "mb"],
  ["kwh", "measure", "kwh"],
  ["kw", "measure", "kw"],
  ["va", "measure", "k?va|amps?"],
  ["inch", "measure", 'inch(?:es)?|"'],
  ["cc", "measure", "cc"],
  ["person", "measure", "people|persons?|ppl|guests?|adults?|pax|heads?|sleepers?"],
  ["child", "measure", "child(?:ren)?|kids?|pupils?|learners?"],
  ["point", "measure", "points?|pts"],
  ["visit", "measure", "visits?"],
];

/** How many minutes a unit of time is. */
export const minutesPerUnit: ReadonlyMap<string, number> = new Map([
  ["minute", 1],
  ["hour", 60],
  ["day", 1_440],
  ["night", 1_440],
  ["week", 10_080],
  ["month", 43_800],
  ["quarter", 131_400],
  ["year", 525_600],
]);

/** Words that may stand between a number and its unit of time: "30 working days". */
export const timeAdjectives =
  "business|working|calendar|school|consecutive|full|whole|clear|further|more|extra|additional";

/** Months with their first letters in the order of the year; every language's spelling begins so. */
export const months: readonly string[] = [
  "jan(?:uary|uarie)?",
  "feb(?:ruary|ruarie)?",
  "mar(?:ch)?|maart",
  "apr(?:il)?",
  "may|mei",
  "june?|junie",
  "july?|julie",
  "aug(?:ust|ustus)?",
  "sept?(?:ember)?",
  "o[ck]t(?:ober)?",
  "nov(?:ember)?",
  "de[cs](?:ember)?",
];

export const weekdays: readonly string[] = [
  "mon(?:days?)?",
  "tue(?:s(?:days?)?)?",
  "wed(?:nesdays?)?",
  "thu(?:rs?(?:days?)?)?",
  "fri(?:days?)?",
  "sat(?:urdays?)?",
  "sun(?:days?)?",
];

/** Signs and words of currencies, before and after the amount. */
export const currencyBefore = String.raw`US\$|N\$|R\$|[$€£¥₹]|ZAR|USD|EUR|GBP|R(?=\s?\d)`;
export const currencyAfter = String.raw`[€£¥]|(?:rand|bucks|grand|euros?|dollars?|pounds?|reais|cents?)(?!\p{L})`;
