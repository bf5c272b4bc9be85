import type { AnswerLanguage } from "./answer-language.ts";
import type { Reply } from "./replies.ts";

type Act = Exclude<Reply, "unknown" | "clarify" | "mayHelp" | "handOff">;

/** What is said without asking the documents anything, per language; "|" separates phrases. */
const phrases: Record<AnswerLanguage, Partial<Record<Act, string>>> = {
  en: {
    greeting:
      "hi|hi there|hello|hello there|hey|hey there|hiya|howdy|howzit|heita|eita|aweh|awe|ayoba|hoesit|hola|yo|good evening team|good morning|good afternoon|good evening|good day|morning|afternoon|evening|greetings|nice to meet you|pleased to meet you|welcome",
    how_are_you:
      "how are you|how r u|how are u|how r you|how u doing|hope u well|how is your day|how is your day going|how was your day|how was your weekend|how are you doing|how are you today|how are you doing today|how is it going|how's it going|hows it going|how do you do|what's up|whats up|sup|how are things|are you well|are you ok|are you okay|hope you are well|i hope you are well|i am fine|i'm fine|i'm good|i am good|i'm well|i am well|fine thanks",
    thanks:
      "thanks|thanx|thnx|thankx|thank you|thank you so much|thank you very much|thanks a lot|thanks so much|thanks a million|many thanks|thx|ty|tnx|cheers|much appreciated|i appreciate it|i appreciate your help|appreciate it|appreciated|thanks for your help|thank you for your help|thanks for the help|thank you for the help|thanks for helping|thank you for helping me|thanks for that|thank you for that|thanks for the info|thanks for the information|thank you for the information|thanks again|thank you again|that was helpful|that helps|that helped|that helps a lot|that's helpful|very helpful|you have been very helpful|you've been very helpful|you have been helpful|you've been helpful|you helped me a lot|that answers my question|that is all|that's all|thats all|that will be all|that's all i needed|no more questions|no thanks|no thank you|nothing else|tx|tanx|thnks|thanku|thank u|thank u so much|thanks a mil|thx a mil|thanks a bunch|thanks a ton|shot|shot bru|shot boet|tysm|ta|bless you|god bless|god bless you|you are a star|you're a star|no further questions|no other questions|that's me sorted|that sorts me out|you have answered my question|you answered my question",
    goodbye:
      "bye|bye bye|goodbye|good bye|see you|see you later|see ya|see you soon|see you tomorrow|later|farewell|take care|cheers bye|happy holidays|happy new year|merry christmas|happy easter|stay safe|enjoy your day|enjoy the rest of your day|enjoy your weekend|enjoy the weekend|have a lekker day|have a lekker weekend|have a blessed day|go well|good night|goodnight|have a good day|have a nice day|have a great day|have a good one|have a good evening|have a nice weekend|have a good weekend|talk to you later|until next time|ciao",
    who_are_you:
      "who are you|whats ur name|what is ur name|what's ur name|tell me a joke|who r u|r u a bot|who's this|what are you|who am i talking to|who am i speaking to|who am i speaking with|who am i chatting with|what is your name|what's your name|whats your name|do you have a name|are you a robot|are you a bot|are you a chatbot|are you an ai|are you a human|are you human|are you a person|are you a real person|are you real|am i talking to a robot|am i talking to a bot|am i talking to a person|what can you do|what can you do for me|what do you do|what can you help with|what can you help me with|how can you help|how can you help me|tell me about yourself|introduce yourself|who made you|who created you",
    presence:
      "are you there|are you still there|you there|still there|anybody there|anyone there|is anybody there|is anyone there|is someone there|hello is anyone there|can you hear me|are you online|are you available|are you awake|are you working|do you work|can you help|can you help me|could you help me|please help|please help me|help|help me|i need help|i need some help|i have a question|i've got a question|i have some questions|can i ask a question|can i ask you a question|can i ask you something|may i ask a question|could i ask something|i want to ask something|i would like to ask something|test|testing|just testing|ping",
    compliment:
      "great|great job|good job|well done|nice|nice one|nice work|good work|awesome|amazing|excellent|brilliant|fantastic|wonderful|perfect|super|cool|lovely|sweet|impressive|good bot|good answer|great answer|great work|you are great|you're great|you are the best|you're the best|you are awesome|you're awesome|you are amazing|you're amazing|you are so helpful|you're so helpful|you are very helpful|you are smart|you are good|i love you|i love it|i like you|love it|that is great|that's great|that is perfect|that's perfect|that's awesome|sounds good|sounds great",
    acknowledgement:
      "ok|okay|okey|okie|oki|k|shap|shap shap|sharp sharp|sho|coolio|no stress|all good|hundreds|duly noted|well noted|roger|copy that|deal|great stuff|kk|alright|all right|right|sure|fine|got it|i got it|i see|understood|i understand|noted|makes sense|good|yes|yep|yeah|yup|no|nope|no problem|no worries|sharp|lekker|good to know|oh|ah|aha|hmm|lol|haha|sorry|my apologies|never mind|nevermind",
  },
  af: {
    greeting:
      "hallo|haai|haai daar|hallo daar|more almal|goeie more|goeiemore|goeie middag|goeiemiddag|goeie naand|goeienaand|goeie dag|goeiedag|more|middag|naand|dagsê|dagse|welkom",
    how_are_you: "hoe gaan dit|hoe gaan dit met jou|hoe gaan dit met u|hoe gaan dit vandag|alles reg",
    thanks:
      "dankie|baie dankie|dankie tog|duisend dankies|dankie vir jou hulp|dankie vir die hulp|baie dankie vir jou hulp|nee dankie|dankie jy|dis al|baie dankies|dankie vir alles|jy het my dag gered|dis al wat ek wou weet|dit is al",
    goodbye:
      "totsiens|koebaai|baai|lekker dag|lekker dag verder|lekker naweek|lekker aand|geniet die dag|goeie nag|goeienag|sien jou later|tot later|tot siens|tot môre|mooi loop",
    who_are_you:
      "wie is jy|wie is u|wat is jy|wat is jou naam|wat kan jy doen|is jy 'n robot|is jy n robot|is jy 'n mens|is jy n mens|met wie praat ek|waarmee kan jy help|hoe kan jy help|hoe kan jy my help",
    presence:
      "is jy daar|is u daar|is iemand daar|is daar iemand|kan jy help|kan jy my help|kan u my help|help my|help my asseblief|ek het 'n vraag|ek het n vraag|ek het hulp nodig",
    compliment:
      "mooi so|mooi|mooi gedoen|goeie werk|uitstekend|fantasties|wonderlik|puik|jy is die beste|jy is wonderlik|baie goed|dis wonderlik|dis lekker",
    acknowledgement: "goed|goed so|reg so|reg|ja|nee|ek verstaan|ek sien|in orde|ag so|okei",
  },
  zu: {
    greeting:
      "sawubona|sanibonani|sanibona|sawubona mngani|sawubona sisi|sawubona bhuti|yebo sawubona|salibonani|eita|sho",
    how_are_you:
      "unjani|ninjani|unjani namhlanje|unjani namuhla|kunjani|heyi kunjani|ninjani namhlanje|ngiyaphila|ngikhona unjani|usaphila",
    thanks:
      "ngiyabonga|siyabonga|ngiyabonga kakhulu|siyabonga kakhulu|ngibonga kakhulu|ngiyabonga ngosizo|ngiyabonga ngosizo lwakho|ngibonga usizo lwakho",
    goodbye:
      "hamba kahle|hambani kahle|sala kahle|salani kahle|sobonana|sizobonana|usale kahle|lala kahle|ube nosuku oluhle",
    who_are_you:
      "ungubani|ungubani wena|ubani igama lakho|ngubani igama lakho|ngikhuluma nobani|ungenzani|ungangisiza ngani|uyirobhothi",
    presence:
      "ukhona|usekhona|ukhona yini|kukhona umuntu|ngicela usizo|ungangisiza|ungangisiza na|ngidinga usizo|nginombuzo|ngicela ungisize|ngicela ukubuza",
    compliment:
      "kuhle|kuhle kakhulu|wenze kahle|usebenze kahle|umuhle|muhle umsebenzi|uhlakaniphile|kwaze kwakuhle",
    acknowledgement: "yebo|cha|kulungile|ngiyezwa|ngiyaqonda|kulungile ke|ngiyaxolisa|uxolo",
  },
  xh: {
    greeting: "molo|molweni|molo mhlobo|molo sisi|molo bhuti|bhota|bhotani",
    how_are_you: "unjani|ninjani|unjani namhlanje|kunjani|ndiphilile|usaphila",
    thanks:
      "enkosi|enkosi kakhulu|ndiyabulela|siyabulela|ndiyabulela kakhulu|enkosi ngoncedo|enkosi ngoncedo lwakho|ndibulela kakhulu",
    goodbye:
      "hamba kakuhle|hambani kakuhle|sala kakuhle|salani kakuhle|sobonana|lala kakuhle|ube nosuku oluhle",
    who_are_you:
      "ungubani|ngubani igama lakho|ungubani igama lakho|ndithetha nabani|ungandinceda ngantoni|unganceda ngantoni",
    presence:
      "ukhona|usekhona|ukhona na|ukhona apho|ungandinceda|ndicela uncedo|ndifuna uncedo|ndinombuzo|nceda|ndicela ukubuza",
    compliment: "kuhle|kuhle kakhulu|wenze kakuhle|usebenze kakuhle|umhle|ulungile",
    acknowledgement: "ewe|hayi|kulungile|ndiyeva|ndiyaqonda|uxolo",
  },
  st: {
    greeting:
      "dumela|dumelang|lumela|lumelang|dumela ntate|dumela mme|lumela ntate|lumela mme|khotso|thobela",
    how_are_you:
      "o kae|le kae|o phela jwang|o phela joang|le phela jwang|o tsogile jwang|u phela joang|ke teng wena o kae",
    thanks:
      "kea leboha|ke a leboha|re a leboha|rea leboha|ke leboha haholo|kea leboha haholo|ke a leboha haholo|ke a leboga|kea leboga|ke lebohile",
    goodbye:
      "tsamaya hantle|tsamaea hantle|sala hantle|salang hantle|robala hantle|re tla bonana|letsatsi le monate",
    who_are_you: "o mang|u mang|lebitso la hao ke mang|ke bua le mang|o ka nthusa ka eng|o ka etsa eng",
    presence:
      "o teng|u teng|na o teng|o ntse o le teng|nthuse|ke kopa thuso|ke hloka thuso|o ka nthusa|ke na le potso",
    compliment: "o sebeditse hantle|hantle|hantle haholo|ho monate|mosebetsi o motle|o bohlale",
    acknowledgement: "e|eya|ee|tjhe|che|ho lokile|kea utlwisisa|ke a utlwisisa|ke utlwile|tshwarelo",
  },
  de: {
    greeting:
      "hallo|hi|hallo zusammen|guten tag|guten morgen|guten abend|gruss gott|grüß gott|grüss gott|grüezi|servus|moin|moin moin|tag|morgen|na|willkommen|freut mich",
    how_are_you:
      "wie geht es dir|wie geht es ihnen|wie geht's|wie gehts|wie geht's dir|wie geht es dir heute|alles klar|alles gut|mir geht es gut",
    thanks:
      "danke|danke schön|dankeschön|danke sehr|vielen dank|herzlichen dank|besten dank|danke für die hilfe|danke für ihre hilfe|danke für deine hilfe|vielen dank für ihre hilfe|vielen dank für die hilfe|nein danke|tausend dank|das war alles|das ist alles|das hilft mir",
    goodbye:
      "tschüss|tschüß|tschuss|tschüs|auf wiedersehen|auf wiederhören|bis bald|bis später|bis dann|bis morgen|gute nacht|schönen tag|schönen tag noch|einen schönen tag|einen schönen tag noch|schönes wochenende|ade",
    who_are_you:
      "wer bist du|wer sind sie|was bist du|was sind sie|wie heißt du|wie heisst du|wie heißen sie|bist du ein roboter|bist du ein mensch|sind sie ein mensch|bist du ein bot|bist du eine ki|was kannst du|was können sie|mit wem spreche ich|wobei kannst du helfen|wie kannst du mir helfen|wie können sie mir helfen",
    presence:
      "bist du da|bist du noch da|sind sie da|sind sie noch da|ist da jemand|ist jemand da|kannst du mir helfen|können sie mir helfen|hilfe|ich brauche hilfe|ich habe eine frage|darf ich etwas fragen",
    compliment:
      "super|toll|prima|klasse|sehr gut|wunderbar|ausgezeichnet|perfekt|gut gemacht|gute arbeit|du bist toll|du bist super|sie sind toll|großartig|spitze|genial|das ist toll|das ist super",
    acknowledgement:
      "ok|okay|gut|ja|nein|verstanden|verstehe|ich verstehe|alles klar|in ordnung|aha|ach so|entschuldigung|genau",
  },
  fr: {
    greeting: "bonjour|bonjour à tous|salut|bonsoir|coucou|bonne journée à vous|enchanté|enchantée|bienvenue",
    how_are_you:
      "comment ça va|ça va|comment allez-vous|comment allez vous|comment vas-tu|comment vas tu|tu vas bien|vous allez bien|ca va|comment ca va|ça va bien",
    thanks:
      "merci|merci beaucoup|merci bien|un grand merci|mille mercis|merci infiniment|merci pour votre aide|merci pour ton aide|merci de votre aide|merci beaucoup pour votre aide|non merci|c'est tout|je vous remercie|je te remercie",
    goodbye:
      "au revoir|à bientôt|a bientot|à plus|à plus tard|à demain|bonne journée|bonne soirée|bonne nuit|bon week-end|adieu",
    who_are_you:
      "qui es-tu|qui es tu|qui êtes-vous|qui êtes vous|tu es qui|vous êtes qui|comment tu t'appelles|comment vous appelez-vous|quel est ton nom|quel est votre nom|es-tu un robot|êtes-vous un robot|es-tu humain|que peux-tu faire|que pouvez-vous faire|comment pouvez-vous m'aider|comment peux-tu m'aider|à qui ai-je l'honneur",
    presence:
      "es-tu là|es tu là|tu es là|êtes-vous là|vous êtes là|il y a quelqu'un|y a-t-il quelqu'un|peux-tu m'aider|pouvez-vous m'aider|aidez-moi|aide-moi|à l'aide|j'ai besoin d'aide|j'ai une question|puis-je poser une question",
    compliment:
      "super|génial|parfait|bravo|excellent|magnifique|formidable|très bien|bien joué|bon travail|vous êtes génial|tu es génial|c'est super|c'est parfait|merveilleux",
    acknowledgement:
      "ok|d'accord|oui|non|bien|bon|entendu|je comprends|compris|je vois|ah|ah bon|désolé|pardon",
  },
  pt: {
    greeting: "olá|ola|oi|bom dia|boa tarde|boa noite|alô|e aí|oi tudo bem|olá tudo bem|bem-vindo|prazer",
    how_are_you:
      "tudo bem|tudo bom|como vai|como está|como vai você|como você está|como estás|como está você|tudo bem com você|estou bem",
    thanks:
      "obrigado|obrigada|muito obrigado|muito obrigada|obrigado pela ajuda|obrigada pela ajuda|muito obrigado pela ajuda|muito obrigada pela ajuda|valeu|agradeço|agradecido|não obrigado|não obrigada|é tudo|é só isso",
    goodbye: "tchau|adeus|até logo|até breve|até amanhã|até mais|tenha um bom dia|bom fim de semana|até já",
    who_are_you:
      "quem é você|quem és tu|quem é|o que é você|qual é o seu nome|qual é o teu nome|como você se chama|como te chamas|você é um robô|és um robô|você é humano|o que você pode fazer|o que podes fazer|como pode me ajudar|como me pode ajudar|com quem estou falando|com quem estou a falar",
    presence:
      "você está aí|está aí|estás aí|tem alguém aí|há alguém aí|pode me ajudar|pode ajudar-me|podes ajudar-me|ajuda|me ajude|preciso de ajuda|tenho uma pergunta|tenho uma dúvida|posso fazer uma pergunta",
    compliment:
      "ótimo|otimo|excelente|perfeito|maravilhoso|muito bem|muito bom|bom trabalho|parabéns|fantástico|incrível|você é ótimo|você é o melhor|legal|que bom",
    acknowledgement: "ok|sim|não|está bem|tá bom|entendi|percebi|certo|claro|compreendo|desculpe|desculpa",
  },
  tn: {
    greeting: "dumela rra|dumela mma|dumelang|dumelang betsho|dumela tsala|le kae|dumela|dumela rra le mma",
    how_are_you:
      "le kae gompieno|o kae gompieno|o tsogile jang|le tsogile jang|o ntse jang|o tlhotse jang|ke teng|o kae",
    thanks:
      "ke a leboga|re a leboga|ke a leboga thata|ke lebogile|ke lebogile thata|tanki|ke lebogela thuso|ke a leboga rra|ke a leboga mma|ke lebogela thuso ya gago",
    goodbye:
      "tsamaya sentle|sala sentle|tsamayang sentle|salang sentle|robala sentle|go siame sala sentle|o nne le letsatsi le le monate",
    who_are_you: "o mang|leina la gago ke mang|ke bua le mang|o roboto|o ka nthusa ka eng|o motho",
    presence:
      "a o teng|a o gona|a o ka nthusa|nthusa|nthuse|ke kopa thuso|ke tlhoka thuso|ke na le potso|ke kopa go botsa",
    compliment: "go ntle|go ntle thata|o dirile sentle|tiro e ntle|sentle thata|o botlhale",
    acknowledgement: "ee|nnyaa|go siame|ke a tlhaloganya|ke utlwile|intshwarele|maitshwarelo",
  },
};

/** Words that may stand beside small talk without making it a question. */
const fillers = new Set(
  "there everyone all team guys folks friend sir madam ma'am please so very much really again just well then now today assistant bot chatbot robot sizana and but for your help my dear buddy mate bra boet bru man sisi bhuti mama baba mme ntate asseblief bitte s'il vous plaît plait por favor ngicela hau".split(
    " ",
  ),
);

/** Words that say nothing to look up: with thanks, a greeting or a wish among them the message asks nothing. */
const lightWords = new Set(
  (
    "that this it its it's i im i'm ive i've you your u me my we us was were is are am be been have has had did do a an the " +
    "and or but so to for of with on in at all just only wanted want say saying said wish wishing helped helping help helpful " +
    "answered answers answer question questions perfectly quick quickly fast sorted solved now today yesterday earlier again " +
    "everything info information assistance reply response service support really very much truly lovely nice great good " +
    "wonderful blessed happy rest weekend week evening morning day night lot bunch from what needed our ur cant can't wait holiday such much by more absolute absolutely star legend life saver lifesaver day saved made sisi boss bru boet china mate dear friend family yall guys folks r n 2 4 year  need know clear kind " +
    "friendly patience time effort everyone team there ahead yours too well ok okay shap sharp sho bless god enjoy " +
    "julle jou jy u vir die dit het my hulp antwoord vraag baie lekker naweek dag week aand mooi alles van en nou tog net wil se gehelp " +
    "wena kakhulu nawe usizo ngosizo lwakho impendulo usuku oluhle namuhla nina ngempela ngoncedo lwakho uncedo wam " +
    "haholo ka thuso ya hao lona le letsatsi letle thata gago lo sentle kajeno gompieno " +
    "para si você voce pela ajuda resposta dia bom boa fim semana tudo muito foi ein eine einen schönen schonen tag wochenende noch " +
    "für die hilfe antwort ihnen euch dir pour votre aide reponse bonne journee soiree week-end a vous tout"
  ).split(" "),
);

/** When several things are said at once, the first of these is replied to. */
const precedence: Act[] = [
  "who_are_you",
  "presence",
  "how_are_you",
  "thanks",
  "goodbye",
  "compliment",
  "greeting",
  "acknowledgement",
];

interface Phrase {
  act: Act;
  language: AnswerLanguage;
}

/** Phrases by their words; a phrase that languages share keeps all of them. */
const phraseTable = new Map<string, Phrase[]>();
let maxPhraseWords = 1;
for (const [language, acts] of Object.entries(phrases) as [AnswerLanguage, Partial<Record<Act, string>>][]) {
  for (const [act, list] of Object.entries(acts) as [Act, string][]) {
    for (const phrase of list.split("|")) {
      const key = wordsOf(phrase)
        .map((word) => word.text)
        .join(" ");
      phraseTable.set(key, [...(phraseTable.get(key) ?? []), { act, language }]);
      maxPhraseWords = Math.max(maxPhraseWords, key.split(" ").length);
    }
  }
}

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Words without accents, in lower case: people write "tschuss", "voce", "ca va". */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.replaceAll("\u2019", "'").matchAll(/[\p{L}\p{M}\p{N}']+/gu)) {
    const plain = match[0]
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/^'+|'+$/g, "");
    if (plain !== "") {
      // "heyyy" and "hiii": three or more of a letter are two in no phrase.
      words.push({
        text: plain.replace(/(.)\1{2,}/g, "$1"),
        start: match.index,
        end: match.index + match[0].length,
      });
    }
  }
  return words;
}

export interface SmallTalk {
  /** What to reply to; null when nothing of the message is small talk. */
  act: Act | null;
  language: AnswerLanguage;
  /** What is left to be answered once a leading greeting is taken off; "" when all is small talk. */
  remainder: string;
}

function phraseAt(words: Word[], at: number): { length: number; found: Phrase[] } | null {
  for (let length = Math.min(maxPhraseWords, words.length - at); length >= 1; length--) {
    const key = words
      .slice(at, at + length)
      .map((word) => word.text)
      .join(" ");
    const found = phraseTable.get(key);
    if (found !== undefined) return { length, found };
  }
  return null;
}

/**
 * Recognises messages that are nothing but small talk, in eight languages. The whole message must
 * be made of known phrases and fillers: "Hi, how many leave days do I get?" is a question, of
 * which only the greeting is taken off.
 */
export function recognizeSmallTalk(message: string): SmallTalk {
  const words = wordsOf(message);
  const found: Phrase[][] = [];
  let at = 0;
  while (at < words.length) {
    const phrase = phraseAt(words, at);
    if (phrase !== null) {
      found.push(phrase.found);
      at += phrase.length;
    } else if (found.length > 0 && fillers.has(words[at]?.text ?? "")) {
      at++;
    } else break;
  }
  if (words.length === 0 && /^[\p{Extended_Pictographic}\p{M}\s\u200d]+$/u.test(message)) {
    return { act: /[👋🙋]/u.test(message) ? "greeting" : "acknowledgement", language: "en", remainder: "" };
  }
  const language = sharedLanguage(found);
  if (at === words.length && found.length > 0) {
    const acts = new Set(
      found.map((choices) => (choices.find((c) => c.language === language) ?? choices[0])?.act),
    );
    return { act: precedence.find((act) => acts.has(act)) ?? null, language, remainder: "" };
  }
  const light = message.includes("?") ? null : lightTalk(words);
  return light ?? { act: null, language, remainder: withoutGreeting(message, words) };
}

const lightActs: ReadonlySet<Act> = new Set<Act>(["thanks", "goodbye", "greeting", "compliment"]);

/** A message that is politeness with nothing but light words around it; null: it may ask something. */
function lightTalk(words: Word[]): SmallTalk | null {
  const found: Phrase[][] = [];
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(words, at);
    const isLight = lightWords.has(words[at]?.text ?? "");
    if (phrase === null && !isLight) return null;
    if (phrase !== null) found.push(phrase.found);
    at += phrase?.length ?? 1;
  }
  const language = sharedLanguage(found);
  const acts = new Set(found.map((choices) => choices[0]?.act));
  const act = precedence.find((each) => lightActs.has(each) && acts.has(each));
  return act === undefined ? null : { act, language, remainder: "" };
}

/** The language that most phrases of the message belong to; English when they tie. */
function sharedLanguage(found: Phrase[][]): AnswerLanguage {
  const votes = new Map<AnswerLanguage, number>();
  for (const choices of found) {
    for (const language of new Set(choices.map((choice) => choice.language))) {
      votes.set(language, (votes.get(language) ?? 0) + 1);
    }
  }
  let best: AnswerLanguage = "en";
  for (const [language, count] of votes) if (count > (votes.get(best) ?? 0)) best = language;
  return best;
}

/** Takes greetings and thanks off the front; anything else there may belong to the question. */
function withoutGreeting(message: string, words: Word[]): string {
  let at = 0;
  for (;;) {
    const phrase = phraseAt(words, at);
    const act = phrase?.found[0]?.act;
    if (phrase === null || !(act === "greeting" || act === "thanks" || act === "how_are_you")) break;
    const last = words[at + phrase.length - 1];
    const next = words[at + phrase.length];
    // "Evening shifts start when?": without a mark after it, one word is a greeting only if it says hello.
    const closed =
      last !== undefined && next !== undefined && /[,.!?;:\n-]/.test(message.slice(last.end, next.start));
    if (
      !closed &&
      !(
        phrase.length === 1 &&
        /^(hi|hello|hey|hallo|bonjour|sawubona|molo|dumela|ola|oi)$/.test(last?.text ?? "")
      )
    )
      break;
    at += phrase.length;
  }
  while (
    at > 0 &&
    at < words.length &&
    fillers.has(words[at]?.text ?? "") &&
    /^(there|team|everyone|all|please|sizana)$/.test(words[at]?.text ?? "")
  )
    at++;
  const first = words[at];
  return at === 0 || first === undefined ? message.trim() : message.slice(first.start).trim();
}
