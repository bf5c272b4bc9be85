import { fold } from "../../../language/fold.ts";

/** Words of which one in the other's place says the opposite, by language; forms that differ are listed. */
const pairs = `
first last, above below, over under, more less, higher lower, longer shorter, later earlier, most least,
minimum maximum, before after, with without, inside outside, within after, plus minus, plus less, plus instead, add deduct,
added deducted, double half, whole half, full half, all half, twice once, both one, same next, best worst,
open close, opens closes, opened closed, opened unopened, opening closing, departs arrives, leaves arrives,
departure arrival, starts ends, start end, begins ends, begin finish, beginning end, lend borrow,
buyer seller, sender receiver, landlord tenant, employer employee, customer company, lender borrower,
compulsory voluntary, mandatory voluntary, mandatory optional, required optional, allowed forbidden,
permitted prohibited, included excluded, includes excludes, paid unpaid, accepted refused, accepted rejected,
granted refused, granted declined, approved refused, approved declined, cheaper dearer, cheaper expensive,
rises falls, increase decrease, increases decreases, gain lose, gains loses, keep lose, keeps loses, gross net,
morning afternoon, morning evening, weekday weekend, weekdays weekends, day night, high low, new old, adult child,
adults children, single double, married unmarried, permanent temporary, used unused, damaged undamaged,
written verbal, free charged, own company, always never, every only, everybody nobody, anybody nobody, yes no,
bo onder, meer minder, langer korter, hoer laer, voor na, met sonder, minstens hoogstens, eerste laaste,
gebruikte ongebruikte, goedkoper duurder, binne buite, dubbel helfte, verhuurder huurder, oop toe, vroeer later,
ngaphambi ngemuva, ngaphezu ngaphansi, vulwa valwa, uvulwa uvalwa, aqala agcina, pele morao
`; // prettier-ignore

const opposites = new Map<string, Set<string>>();
for (const pair of pairs.split(",")) {
  const [one = "", other = ""] = pair.trim().split(" ");
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}

/** Whether a word of the claim stands in the evidence as its opposite only. */
export function saysOpposite(claim: string, evidence: string): boolean {
  const [said, held] = [wordsOf(claim), wordsOf(evidence)];
  return [...said].some((word) => {
    if (held.has(word)) return false;
    const others = [...(opposites.get(word) ?? []), `un${word}`, word.replace(/^(?:un|non)-?/u, "")];
    return others.some((other) => other !== word && held.has(other) && !said.has(other));
  });
}

const wordsOf = (text: string): Set<string> =>
  new Set([...fold(text).matchAll(/\p{L}+/gu)].map(([word]) => word));
