import { describe, expect, test } from "vitest";
import type { ActiveConfiguration } from "./guidance.ts";
import { asksForAdvice } from "./answer-guided.ts";
import { isOnTopicSwitchedOff, topicWords } from "./topics.ts";

const flags = [...topicWords.keys()];
/** A business with every topic of the product, of which one is off. */
const without = (off: string, of: readonly string[] = flags): ActiveConfiguration[] => [
  {
    businessType: "medical_aid",
    settings: Object.fromEntries(of.map((flag) => [flag, flag !== off])),
    templateSettings: {},
    workflowSettings: {},
  },
];

const retail = [
  "productCatalogEnabled",
  "pricingManagementEnabled",
  "inventoryTrackingEnabled",
  "orderManagementEnabled",
];

const asked: Record<string, string[]> = {
  pricingManagementEnabled: [
    "How much is the tent?",
    "Hoeveel kos die tent?",
    "Was kostet das Zelt?",
    "Wie hoch sind die Versandkosten?",
    "Combien coûte la tente ?",
    "Quanto custa a tenda?",
    "Malini itende?",
    "Ixabisa malini intente?",
    "Tente e ja bokae?",
    "Tente e bitsa bokae?",
  ],
  inventoryTrackingEnabled: [
    "Is the tent in stock?",
    "Het julle die tent in voorraad?",
    "Ist das Zelt vorrätig?",
    "La tente est-elle disponible ?",
    "A tenda está disponível?",
    "Liyatholakala itende?",
  ],
  orderManagementEnabled: [
    "When will my order be delivered?",
    "Wanneer kom my bestelling?",
    "Wann wird meine Bestellung geliefert?",
    "Où est ma commande ?",
    "Como posso devolver a minha encomenda?",
    "Iphi i-oda yami?",
    "Uphi umyalelo wam?",
    "Odara ya ka e kae?",
    "Odara ya me e kae?",
  ],
  policyManagementEnabled: [
    "What does my policy say?",
    "Wat sê my polis?",
    "Was steht in meiner Versicherung?",
    "Que dit ma police d'assurance ?",
    "Qual é a minha apólice?",
    "Umshwalense wami uthini?",
    "Inshorensi yam ithini?",
    "Inshorense ya ka e re eng?",
  ],
  memberManagementEnabled: [
    "How do I become a member?",
    "Hoe word ek 'n lid?",
    "Wie werde ich Mitglied?",
    "Comment devenir membre ?",
    "Como me torno membro?",
    "Ngingaba kanjani ilungu?",
    "Ndingaba lilungu njani?",
    "Nka ba setho jwang?",
    "Ke ka nna leloko jang?",
  ],
  providerNetworkEnabled: [
    "Which doctors can I see?",
    "Watter dokters kan ek sien?",
    "Zu welchem Arzt kann ich gehen?",
    "Quel médecin puis-je voir ?",
    "Que médico posso ver?",
    "Ngingabona muphi udokotela?",
    "Ndingabona wuphi ugqirha?",
    "Nka bona ngaka efe?",
    "Ke ka bona ngaka efe?",
  ],
  investmentPortfolioEnabled: [
    "Which funds can I invest in?",
    "In watter fonds kan ek belê?",
    "In welche Fonds kann ich investieren?",
    "Dans quels fonds puis-je investir ?",
    "Em que fundos posso investir?",
    "Ngifuna ukutshala imali",
    "Ndifuna ukutyala imali",
    "Ke batla ho tsetela chelete",
    "Ke batla go beeletsa madi",
  ],
};

describe("a topic that is switched off", () => {
  test.each(Object.entries(asked).flatMap(([flag, questions]) => questions.map((each) => [each, flag])))(
    "is recognized in %s",
    (question, flag) => {
      expect(isOnTopicSwitchedOff(question, without(flag))).toBe(true);
    },
  );

  test.each([
    "Wann öffnet das Geschäft?",
    "À quelle heure ouvrez-vous ?",
    "A que horas abre a loja?",
    "Nivula nini?",
    "Nivula nini ngempelo-veki?",
    "Le bula neng?",
    "Lo bula leng?",
    "Wanneer maak julle oop?",
    "When do you open?",
  ])("is not recognized in %s", (question) => {
    for (const flag of retail)
      expect([flag, isOnTopicSwitchedOff(question, without(flag, retail))]).toEqual([flag, false]);
  });

  test.each(["Wo ist meine Bestellung?", "Onde está a minha encomenda?", "Iphi i-oda yami?"])(
    "does not match %s on another topic",
    (question) => {
      expect(isOnTopicSwitchedOff(question, without("pricingManagementEnabled", retail))).toBe(false);
    },
  );
});

describe("a request for personal advice", () => {
  const regulated = without("none");
  test.each([
    "Should I invest in this fund?",
    "Moet ek in hierdie fonds belê?",
    "Soll ich in diesen Fonds investieren?",
    "Was würden Sie mir empfehlen?",
    "Dois-je investir dans ce fonds ?",
    "Que me conseillez-vous ?",
    "Devo investir neste fundo?",
    "O que me recomenda?",
    "Ingabe kufanele ngitshale imali kulesi sikhwama?",
    "Ungangicebisa ngemali yami?",
    "Ingaba kufuneka ndityale imali yam?",
    "Ungandicebisa?",
    "Na ke lokela ho tsetela chelete?",
    "A ke tshwanetse go beeletsa madi?",
  ])("is recognized in %s", (question) => {
    expect(asksForAdvice(question, regulated)).toBe(true);
  });

  test.each([
    "Wie kündige ich meinen Vertrag?",
    "Comment puis-je investir ?",
    "Como posso investir?",
    "Ngiyitshala kanjani imali?",
    "Ke tsetela jwang?",
    "Ke beeletsa jang?",
  ])("is not recognized in %s", (question) => {
    expect(asksForAdvice(question, regulated)).toBe(false);
  });
});
