import type { AnswerLanguage } from "../../language/answer-language.ts";
import type { ActiveConfiguration } from "./guidance.ts";

/** What is said where the organization wants no answer given. Each offers a person. */
const sentences: Record<"topicOff" | "advice", Record<AnswerLanguage, string>> = {
  topicOff: {
    en: "I can't help with that here, but our team can. Would you like me to connect you?",
    af: "Ek kan nie hier daarmee help nie. 'n Persoon in die span kan: wil jy hê ek moet jou deurskakel?",
    de: "Dabei kann ich hier nicht helfen. Eine Person aus dem Team kann es: Soll ich Sie weitergeben?",
    fr: "Je ne peux pas vous aider sur ce sujet ici. Une personne de l'équipe le peut : voulez-vous que je vous mette en relation ?",
    pt: "Não posso ajudar com isso aqui. Uma pessoa da equipa pode: quer que eu encaminhe a conversa?",
    zu: "Angikwazi ukusiza ngalokho lapha. Umuntu weqembu lethu angasiza: ufuna ngikudlulisele kuye?",
    xh: "Andikwazi ukunceda ngaloo nto apha. Umntu weqela lethu angakunceda: ufuna ndikudlulisele kuye?",
    tn: "Ga ke kgone go thusa ka seo fano. Motho wa setlhopha a ka thusa: a o batla ke go fetisetse kwa go ene?",
    st: "Nke ke ka thusa ka seo mona. Motho wa sehlopha a ka thusa: na o batla ke o fetisetse ho yena?",
  },
  advice: {
    en: "I can't give personal advice or decide on individual cases, but our team can help. Would you like me to connect you?",
    de: "Ich kann keinen persönlichen Rat geben und keinen Fall entscheiden. Eine Person aus dem Team kann es sich mit Ihnen ansehen: Soll ich Sie weitergeben?",
    fr: "Je ne peux pas donner de conseil personnel ni décider d'un dossier. Une personne de l'équipe peut l'examiner avec vous : voulez-vous que je vous mette en relation ?",
    pt: "Não posso dar conselhos pessoais nem decidir sobre um caso. Uma pessoa da equipa pode vê-lo consigo: quer que eu encaminhe a conversa?",
    zu: "Angikwazi ukunikeza iseluleko somuntu siqu noma nginqume ngecala. Umuntu weqembu lethu angalibheka nawe: ufuna ngikudlulisele kuye?",
    xh: "Andikwazi ukunika ingcebiso yobuqu okanye ndigqibe ngetyala. Umntu weqela lethu angalijonga nawe: ufuna ndikudlulisele kuye?",
    st: "Nke ke ka fana ka keletso ya motho ka mong kapa ka etsa qeto ka taba. Motho wa sehlopha a ka e sheba le wena: na o batla ke o fetisetse ho yena?",
    tn: "Ga nke ka naya kgakololo ya motho ka sebele kgotsa ka tsaya tshwetso ka kgang. Motho wa setlhopha a ka e leba le wena: a o batla ke go fetisetse kwa go ene?",
    af: "Ek kan nie persoonlike raad gee of oor 'n saak besluit nie. 'n Persoon in die span kan saam met jou daarna kyk: wil jy hê ek moet jou deurskakel?",
  },
};

export function refusal(why: keyof typeof sentences, language: AnswerLanguage): string {
  return sentences[why][language];
}

const bound: ReadonlySet<string> = new Set(["financial_services", "medical_aid"]);

/** Wishes for a judgement on one's own case: what to do with money or health, or how a case is decided. */
const personalAdvice: RegExp[] = [
  /\b(what|which|where|how much) (\p{L}+ ){0,3}should i (invest|buy|sell|save|choose|take|put|borrow|pick)\b/iu,
  /\bshould i (invest|buy|sell|cash|withdraw|borrow|take out|switch|cancel|stop|start|take|have (the|an|a) (operation|surgery))\b/iu,
  /\b(do|would|can|could) you (recommend|advise|suggest)\b/iu,
  /\bis (it|this|that) (a good idea|worth it|wise|safe) (for me )?to (invest|buy|sell|borrow|take|stop|switch)\b/iu,
  /\b(will|can|could) (you|my) (approve|authori[sz]e|claim be (approved|paid)|loan be approved|application be approved)\b/iu,
  /\bwhy (was|is|did) (my|you) (claim|loan|application|benefit|reject|decline)\b.*/iu,
  /\b(diagnose|what is wrong with me|do i have (cancer|diabetes|covid))\b/iu,
  /\bmoet ek (belê|koop|verkoop|leen|neem|ophou)\b/iu,
];

/** Whether a question wants advice or a decision that the organization's business must not leave to a program. */
export function asksForAdvice(question: string, configurations: ActiveConfiguration[]): boolean {
  if (!configurations.some(({ businessType }) => bound.has(businessType))) return false;
  return personalAdvice.some((pattern) => pattern.test(question));
}
