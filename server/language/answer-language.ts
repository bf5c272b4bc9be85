/** Languages that the assistant can reply in when it speaks for itself. Quotes stay as they are. */
export type AnswerLanguage = "en" | "af" | "de" | "fr" | "pt" | "zu" | "xh" | "st" | "tn";

/** Words that give a language away in a short question: function words, question words, polite forms. */
const tellingWords: Record<AnswerLanguage, string> = {
  en: "a as the is are was were what which who whom whose when where why how does do did can could will would should may my your our their his her of for and with from this that these those there have has had been it i you we they am to in on at by any much many if not or please need get want",
  af: "die is nie wat wie wanneer waar hoekom hoe hoeveel watter kan sal moet mag my jou ons hulle ek jy u van vir en met het dit daar hierdie daardie word aan op om te asseblief geld kry gee wil nodig 'n moenie waarom",
  de: "der die das den dem des ein eine einen einem einer ist sind war was wer wann wo warum wie wieviel wieviele viele welche welcher welches kann können soll muss darf ich du sie wir ihr mein meine unser unsere von für und mit nicht gibt es auf zu bei habe haben hat werden wird bitte im am zum zur bekomme",
  fr: "le la les un une des est sont était que quoi qui quand où pourquoi comment combien quel quelle quels quelles peut puis dois doit je tu il elle nous vous mon ma mes votre vos notre de du pour et avec ne pas y a-t-il sur dans au aux est-ce ai avez j'ai qu'est-ce plaît ont faire",
  pt: "o os as um uma é são foi que quem quando onde porque como quanto quantos quanta quantas qual quais pode posso devo deve eu você nós meu minha meus seu sua nosso de do da dos das para e com não há em no na nos nas por favor tenho tem ter preciso fazer ao até",
  zu: "yini iyini ini kanjani nini kuphi ngubani ubani malini kungani zingaki mangaki bangaki ngicela ngifuna ngiyafuna ngithola ngingathola nginga ngingakwazi sicela noma futhi uma kodwa kakhulu yami yakho yethu wami wakho zami zakho lami usuku izinsuku imali umsebenzi ikhefu ngabe ingabe kuyini lokhu lokho kumele ngalokhu inkampani umthengi ukuze ngoba ukuthi nge sithola",
  xh: "ntoni yintoni njani nini phi ngubani malini kutheni zingaphi mangaphi bangaphi ndicela ndifuna ndingafumana ndinga ndifumana nceda okanye kwaye ukuba kodwa kakhulu yam yakho yethu wam wakho zam zakho imini iintsuku imali umsebenzi ikhefu ingaba oku oko kufuneka ndiyacela inkampani kuba enkosi",
  st: "ke eng keng jwang joang neng kae hobaneng bokae mang ka ha le ho ya wa tsa ba nka kopa batla fumana malatsi chelete mosebetsi khefu na ena eo haeba kapa empa haholo rona hao lona ntle hantle tlameha",
  tn: "ke eng keng jang leng kae goreng bokae mang ka a le go ya wa tsa ba nka kgona batla bona malatsi madi tiro khunologo na ena eo fa kgotsa mme thata rona gago tsela sentle tshwanetse ga nna dirisa jaanong teng bongwe kopa wena lona mongwe",
};

const wordsOf = Object.fromEntries(
  Object.entries(tellingWords).map(([language, words]) => [language, new Set(words.split(" "))]),
) as Record<AnswerLanguage, Set<string>>;

/** How many of these languages know a word: a word of one language alone says most. */
const languagesOfWord = new Map<string, number>();
for (const words of Object.values(wordsOf)) {
  for (const word of words) languagesOfWord.set(word, (languagesOfWord.get(word) ?? 0) + 1);
}

/**
 * The language a question is asked in, English when nothing tells otherwise. Telling words are
 * weighed by how few of the languages share them, so that "die" and "is" decide little.
 */
export function detectAnswerLanguage(question: string): AnswerLanguage {
  let best: AnswerLanguage = "en";
  let bestScore = 0;
  for (const [language, score] of scoreAnswerLanguages(question)) {
    if (score > bestScore) [best, bestScore] = [language, score];
  }
  return best;
}

/** How much of each language a question shows, English first. */
export function scoreAnswerLanguages(question: string): Map<AnswerLanguage, number> {
  const words = question
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[^\p{L}\p{M}'-]+/u)
    .filter((word) => word !== "");
  const scores = new Map<AnswerLanguage, number>();
  for (const [language, known] of Object.entries(wordsOf) as [AnswerLanguage, Set<string>][]) {
    let score = 0;
    for (const word of words) if (known.has(word)) score += 1 / (languagesOfWord.get(word) ?? 1);
    scores.set(language, score);
  }
  return scores;
}
