import type { AnswerLanguage } from "../../language/answer-language.ts";
import { readReplies } from "../../language/replies.ts";
import type { ActiveConfiguration } from "./guidance.ts";

/** Replies to questions that the organization does not want answered. Each offers to hand over to a person. */
const refusals = readReplies(["topicOff", "advice"] as const);

export function refusal(why: "topicOff" | "advice", language: AnswerLanguage): string {
  return refusals[language][why];
}

/** Businesses in which only people may give advice. */
const bound: ReadonlySet<string> = new Set(["financial_services", "medical_aid"]);

/** Requests for personal advice or a decision: what to do with money or health, or how one's own case will end. */
const personalAdvice: RegExp[] = [
  /\b(what|which|where|how much) (\p{L}+ ){0,3}should i (invest|buy|sell|save|choose|take|put|borrow|pick)\b/iu,
  /\bshould i (invest|buy|sell|cash|withdraw|borrow|take out|switch|cancel|stop|start|take|have (the|an|a) (operation|surgery))\b/iu,
  /\b(do|would|can|could) you (recommend|advise|suggest)\b/iu,
  /\bis (it|this|that) (a good idea|worth it|wise|safe) (for me )?to (invest|buy|sell|borrow|take|stop|switch)\b/iu,
  /\b(will|can|could) (you|my) (approve|authori[sz]e|claim be (approved|paid)|loan be approved|application be approved)\b/iu,
  /\bwhy (was|is|did) (my|you) (claim|loan|application|benefit|reject|decline)\b.*/iu,
  /\b(diagnose|what is wrong with me|do i have (cancer|diabetes|covid))\b/iu,
  /\b(moet|sal|kan) ek (\p{L}+ ){0,5}(belê|koop|verkoop|leen|ophou|kanselleer)(?!\p{L})/iu,
  /\b(beveel|raai) (jy|u|julle) (my )?(\p{L}+ ){0,4}aan\b/iu,
  /\bhoekom (is|was) my (eis|lening|aansoek)\b/iu,
  /\b(soll|sollte|muss) ich (\p{L}+ ){0,6}(investieren|anlegen|kaufen|verkaufen|sparen|wählen|nehmen|kündigen|leihen|aufnehmen|absetzen)\b/iu,
  /\b(empfehlen|raten) sie\b|\bwürden sie (mir )?(\p{L}+ ){0,3}(empfehlen|raten)\b/iu,
  /\bwarum (wurde|ist) (mein|meine) (antrag|schaden|kredit|anspruch|leistung)\b/iu,
  /\bhabe ich (krebs|diabetes|corona|covid)\b/iu,
  /\b(dois|devrais)-je (\p{L}+ ){0,3}(investir|acheter|vendre|placer|choisir|prendre|emprunter|résilier|arrêter)\b/iu,
  /\b(conseillez|recommandez)-vous\b|\bvous me (conseillez|recommandez)\b/iu,
  /\bpourquoi (ma|mon) (demande|sinistre|prêt|remboursement|dossier)\b.*(refus|rejet)/iu,
  /(?<!\p{L})(devo|deveria) (\p{L}+ ){0,2}(investir|comprar|vender|poupar|escolher|tomar|cancelar|parar)\b/iu,
  /\b(me|nos) (recomenda|recomendam|aconselha|aconselham|sugere|sugerem)\b/iu,
  /\b(porque|por que|porquê)( é que)? (foi )?(o meu|a minha) .*(recusad|rejeitad|negad)/iu,
  /\bkufanele (na )?ngi\p{L}*(tshal|theng|bolek|kheth|phuz|yek)/iu,
  /\b(u|ni)?(nga)?ngi(ncom|cebis|elulek|lulek)\p{L}*|\bngicela iseluleko\b/iu,
  /\bkufuneka ndi\p{L}*(tyal|theng|bolek|kheth|sel|yek)/iu,
  /\b(u|ni)?(nga)?ndi?cebis\p{L}*|\bndicela icebiso\b/iu,
  /\b(isicelo|ibango) (sami|lami|sam|lam)\b.*(vunyelw|vunyw|gunyazw|nqatsh|aliwe|amkelw)/iu,
  /\bke (lokela|tshwanetse|tshwanela) (ke )?(ho|go) (tsetela|beeletsa|reka|rekisa|alima|adima|kgetha|tlhopha|nwa|tlohela|tlogela)\b/iu,
  /\b(o|le|lo) (ka )?(nkgothaletsa|nkeletsa|nkgakolola|ntlhotlheletsa)\b/iu,
  /\b(kopo|tleleime) ya (ka|me)\b.*(amohelw|amogelw|hanwa|hanetswe|ganwa|gannwe)/iu,
];

/** Whether a question wants advice or a decision that the organization's business must not leave to a program. */
export function asksForAdvice(question: string, configurations: ActiveConfiguration[]): boolean {
  if (!configurations.some(({ businessType }) => bound.has(businessType))) return false;
  return personalAdvice.some((pattern) => pattern.test(question));
}
