import { randomFrom, type Article, type PriceList } from "./price-list.ts";

export interface ListQuestion {
  question: string;
  must: string[];
  mustNot: string[];
}

type Wording = (article: Article) => { question: string; must: string; mustNot: string[] };

const price = ({ price: value, rental }: Article) => ({ must: value, mustNot: [rental] });
const rental = ({ price: value, rental: own }: Article) => ({ must: own, mustNot: [value] });

const wordings: Wording[] = [
  (a) => ({ question: `how much is the ${a.name.toLowerCase()}?`, ...price(a), mustNot: [] }),
  (a) => ({ question: `what does a ${a.name} cost to buy`, ...price(a) }),
  (a) => ({ question: `purchase price of ${a.code} pls`, ...price(a) }),
  (a) => ({ question: `hi, whats the rental per day for the ${a.name.toLowerCase()}`, ...rental(a) }),
  (a) => ({ question: `daily rental ${a.code}`, ...rental(a) }),
  (a) => ({ question: `how long does delivery of the ${a.name} take?`, must: a.delivery, mustNot: [] }),
  (a) => ({
    question: `when will i get my ${a.name.toLowerCase()}, delivery time?`,
    must: a.delivery,
    mustNot: [],
  }),
  (a) => ({ question: `how heavy is the ${a.name.toLowerCase()}, what weight`, must: a.size, mustNot: [] }),
];

/** Questions about one cell each, of random rows. */
export function lookUpQuestions({ articles }: PriceList, count: number): ListQuestion[] {
  const random = randomFrom(7);
  return Array.from({ length: count }, (_, index) => {
    const article = articles[Math.floor(random() * articles.length)];
    const wording = wordings[index % wordings.length];
    if (article === undefined || wording === undefined) throw new Error("the list is empty");
    const { question, must, mustNot } = wording(article);
    return { question, must: [must], mustNot };
  });
}

const kindOf = ({ name }: Article): string =>
  name
    .split(" ")
    .slice(name.includes("Heavy Duty") ? 3 : 2)
    .join(" ");
const makerOf = ({ name }: Article): string => name.split(" ")[0] ?? "";

/** Questions about the cheapest, dearest, fastest and below-a-price articles of a kind from one maker. */
export function choiceQuestions({ articles }: PriceList, count: number): ListQuestion[] {
  const random = randomFrom(11);
  const questions: ListQuestion[] = [];
  while (questions.length < count) {
    const article = articles[Math.floor(random() * articles.length)];
    if (article === undefined) break;
    const kind = kindOf(article);
    const maker = makerOf(article);
    const among = articles.filter((each) => kindOf(each) === kind && makerOf(each) === maker);
    const byPrice = among.toSorted((a, b) => a.cents - b.cents);
    const [cheapest, second] = byPrice;
    const dearest = byPrice.at(-1);
    if (cheapest === undefined || second === undefined || dearest === undefined) continue;
    const turn = questions.length % 4;
    if (turn === 0)
      questions.push({
        question: `whats the cheapest ${maker} ${kind} to buy?`,
        must: [cheapest.price],
        mustNot: [second.price],
      });
    else if (turn === 1)
      questions.push({
        question: `which ${maker.toLowerCase()} ${kind} is the most expensive to buy`,
        must: [dearest.price],
        mustNot: [cheapest.price],
      });
    else if (turn === 2) {
      const limit = Math.ceil(cheapest.cents / 100) + 1;
      if (second.cents <= limit * 100) continue;
      questions.push({
        question: `do you have a ${maker} ${kind} for under R${String(limit)}, purchase price?`,
        must: [cheapest.name],
        mustNot: [dearest.name],
      });
    } else {
      const fastest = among.toSorted(
        (a, b) => Number.parseInt(a.delivery, 10) - Number.parseInt(b.delivery, 10),
      );
      const [quick, next] = fastest;
      if (quick === undefined || quick.delivery === next?.delivery) continue;
      questions.push({
        question: `which ${maker} ${kind} has the shortest delivery time`,
        must: [quick.name, quick.delivery],
        mustNot: [],
      });
    }
  }
  return questions;
}
