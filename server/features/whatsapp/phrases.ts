import type { AnswerLanguage } from "../../language/answer-language.ts";

/** What is said on WhatsApp beside the answer itself. */
export interface Phrases {
  /** On a button: at most 20 characters. */
  talkToPerson: string;
  /** On a button: at most 20 characters. */
  askAssistant: string;
  cannotRead: string;
  wentWrong: string;
  askRating: string;
  /** On a button: at most 20 characters. */
  rate: string;
  /** From 5 down to 1, at most 24 characters each. */
  ratings: readonly [string, string, string, string, string];
  thanksForRating: string;
}

export const phrases: Record<AnswerLanguage, Phrases> = {
  en: {
    talkToPerson: "Talk to a person",
    askAssistant: "Ask the assistant",
    cannotRead:
      "I can only read text here, so I can't open pictures, files or recordings. Please type your question.",
    wentWrong: "Sorry, I couldn't answer that just now. Please ask again, or talk to a person on our team.",
    askRating: "How was this conversation?",
    rate: "Rate",
    ratings: ["★★★★★ Excellent", "★★★★ Good", "★★★ Okay", "★★ Poor", "★ Very poor"],
    thanksForRating: "Thank you for your rating!",
  },
  af: {
    talkToPerson: "Praat met 'n mens",
    askAssistant: "Vra die assistent",
    cannotRead:
      "Ek kan hier net teks lees; prente, lêers en opnames kan ek nie oopmaak nie. Stel asseblief jou vraag in woorde.",
    wentWrong: "Ek kon dit nie nou uitwerk nie. Jy kan weer vra, of met 'n mens in die span praat.",
    askRating: "Hoe was hierdie gesprek?",
    rate: "Beoordeel",
    ratings: ["★★★★★ Uitstekend", "★★★★ Goed", "★★★ Redelik", "★★ Swak", "★ Baie swak"],
    thanksForRating: "Dankie vir jou beoordeling!",
  },
  de: {
    talkToPerson: "Mit Mensch sprechen",
    askAssistant: "Assistenten fragen",
    cannotRead:
      "Ich kann hier nur Text lesen, keine Bilder, Dateien oder Aufnahmen. Bitte stellen Sie Ihre Frage in Worten.",
    wentWrong:
      "Das konnte ich gerade nicht beantworten. Sie können noch einmal fragen oder mit einem Menschen sprechen.",
    askRating: "Wie war dieses Gespräch?",
    rate: "Bewerten",
    ratings: ["★★★★★ Ausgezeichnet", "★★★★ Gut", "★★★ In Ordnung", "★★ Schlecht", "★ Sehr schlecht"],
    thanksForRating: "Danke für Ihre Bewertung!",
  },
  fr: {
    talkToPerson: "Parler à quelqu'un",
    askAssistant: "Parler à l'assistant",
    cannotRead:
      "Je ne peux lire que du texte ici : ni images, ni fichiers, ni enregistrements. Merci de poser votre question par écrit.",
    wentWrong:
      "Je n'ai pas pu répondre cette fois-ci. Vous pouvez redemander, ou parler à une personne de l'équipe.",
    askRating: "Comment s'est passée cette conversation ?",
    rate: "Évaluer",
    ratings: ["★★★★★ Excellent", "★★★★ Bien", "★★★ Correct", "★★ Mauvais", "★ Très mauvais"],
    thanksForRating: "Merci pour votre évaluation !",
  },
  pt: {
    talkToPerson: "Falar com alguém",
    askAssistant: "Falar com assistente",
    cannotRead:
      "Aqui só consigo ler texto, não imagens, ficheiros nem gravações. Por favor, escreva a sua pergunta.",
    wentWrong: "Não consegui responder agora. Pode perguntar de novo ou falar com uma pessoa da equipa.",
    askRating: "Como foi esta conversa?",
    rate: "Avaliar",
    ratings: ["★★★★★ Excelente", "★★★★ Boa", "★★★ Razoável", "★★ Fraca", "★ Muito fraca"],
    thanksForRating: "Obrigado pela sua avaliação!",
  },
  zu: {
    talkToPerson: "Khuluma nomuntu",
    askAssistant: "Buza umsizi",
    cannotRead:
      "Ngikwazi ukufunda umbhalo kuphela lapha, hhayi izithombe, amafayela noma okuqoshiwe. Ngicela ubhale umbuzo wakho.",
    wentWrong: "Angikwazanga ukuphendula okwamanje. Ungabuza futhi, noma ukhulume nomuntu weqembu lethu.",
    askRating: "Ibinjani le ngxoxo?",
    rate: "Linganisa",
    ratings: ["★★★★★ Yinhle kakhulu", "★★★★ Yinhle", "★★★ Iphakathi", "★★ Yimbi", "★ Yimbi kakhulu"],
    thanksForRating: "Siyabonga ngokulinganisa kwakho!",
  },
  xh: {
    talkToPerson: "Thetha nomntu",
    askAssistant: "Buza umncedisi",
    cannotRead:
      "Ndinokufunda umbhalo kuphela apha, hayi imifanekiso, iifayile okanye izinto ezirekhodiweyo. Nceda ubhale umbuzo wakho.",
    wentWrong: "Andikwazanga ukuphendula ngoku. Ungabuza kwakhona, okanye uthethe nomntu weqela lethu.",
    askRating: "Ibinjani le ncoko?",
    rate: "Linganisa",
    ratings: ["★★★★★ Intle kakhulu", "★★★★ Intle", "★★★ Iphakathi", "★★ Imbi", "★ Imbi kakhulu"],
    thanksForRating: "Enkosi ngokulinganisa kwakho!",
  },
  st: {
    talkToPerson: "Bua le motho",
    askAssistant: "Botsa mothusi",
    cannotRead:
      "Mona nka bala mongolo feela, e seng ditshwantsho, difaele kapa dikgatiso. Ke kopa o ngole potso ya hao.",
    wentWrong: "Ha ke a kgona ho araba hona jwale. O ka botsa hape, kapa wa bua le motho wa sehlopha.",
    askRating: "Puisano ee e bile jwang?",
    rate: "Lekanya",
    ratings: ["★★★★★ E ntle haholo", "★★★★ E ntle", "★★★ E mahareng", "★★ E mpe", "★ E mpe haholo"],
    thanksForRating: "Re leboha tekanyo ya hao!",
  },
  tn: {
    talkToPerson: "Bua le motho",
    askAssistant: "Botsa mothusi",
    cannotRead:
      "Fano ke kgona go bala mafoko fela, e seng ditshwantsho, difaele kgotsa dikgatiso. Tsweetswee kwala potso ya gago.",
    wentWrong: "Ga ke a kgona go araba gona jaanong. O ka botsa gape, kgotsa wa bua le motho wa setlhopha.",
    askRating: "Puisano e e ntse jang?",
    rate: "Lekanya",
    ratings: ["★★★★★ E ntle thata", "★★★★ E ntle", "★★★ E mo gare", "★★ E maswe", "★ E maswe thata"],
    thanksForRating: "Re lebogela tekanyo ya gago!",
  },
};
