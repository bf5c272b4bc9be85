import type { AnswerLanguage } from "../../language/answer-language.ts";

/** Languages whose words are told by their stems. */
export const stemmedLanguages = ["en", "af", "de", "fr", "pt"] as const;
export type StemmedLanguage = (typeof stemmedLanguages)[number];

/** Languages that put prefixes before a root and endings behind it; most of their words are put into English first. */
type RootLanguage = Exclude<AnswerLanguage, StemmedLanguage>;

export interface TopicWords extends Record<StemmedLanguage, string> {
  /** Roots that no other language has within a word, and whole phrases where they are longer than one word. */
  roots: Partial<Record<RootLanguage, string[]>>;
}

const regulation = {
  de: "Compliance Vorschrift Regulierung Aufsicht",
  fr: "conformité réglementation régulateur",
  pt: "conformidade regulamento regulador",
  roots: { zu: ["thobel"], xh: ["thobel"], st: ["boikobelo"], tn: ["obamel"] },
};

/** What tells that a question is on the topic of a flag, by flag and language; any form of a word counts. */
export const topicWords: Record<string, TopicWords> = {
  productCatalogEnabled: {
    en: "product catalogue catalog item range brand model sell feature specification",
    af: "produk katalogus",
    de: "Produkt Artikel Sortiment Marke Modell verkaufen Katalog",
    fr: "produit article gamme marque modèle vendre vendez catalogue caractéristique",
    pt: "produto artigo gama marca modelo vender catálogo característica",
    roots: { zu: ["mkhiqizo"], xh: ["mveliso"], st: ["sehlahiswa"], tn: ["tlhagiswa"] },
  },
  pricingManagementEnabled: {
    en: "price pricing cost discount special promotion quote quotation cheap expensive",
    af: "prys koste afslag",
    de: "Preis kosten kostet Rabatt Sonderangebot billig teuer günstig",
    fr: "prix coût coûte coûtent tarif remise promotion devis cher",
    pt: "preço custo custa custam desconto promoção orçamento barato caro",
    roots: {
      zu: ["malini", "intengo", "isaphulelo"],
      xh: ["malini", "ixabis", "isaphulelo"],
      st: ["bokae", "theko", "theolelo"],
      tn: ["bokae", "tlhwatlhwa", "phokoletso"],
    },
  },
  inventoryTrackingEnabled: {
    en: "stock inventory available availability backorder restock",
    af: "voorraad beskikbaar",
    de: "Lager vorrätig verfügbar Verfügbarkeit Bestand lieferbar",
    fr: "stock disponible disponibilité rupture",
    pt: "stock estoque disponível disponibilidade",
    roots: { zu: ["sitokwe", "tholakala"], xh: ["sitokhwe", "fumaneka"], st: ["setoko"], tn: ["setoko"] },
  },
  orderManagementEnabled: {
    en: "order delivery deliver ship shipping parcel courier dispatch tracking return refund exchange",
    af: "bestelling aflewering terugstuur",
    de: "Bestellung bestellen bestellt Lieferung liefern geliefert Versand Paket Rückgabe zurückgeben zurücksenden Rücksendung Erstattung Umtausch umtauschen",
    fr: "commande commander livraison livrer expédition colis retour retourner renvoyer remboursement rembourser échange échanger",
    pt: "encomenda pedido entrega entregar envio devolução devolver reembolso trocar",
    roots: {
      zu: ["i-oda", "buyisela", "ukulethwa"],
      xh: ["i-odolo", "myalelo", "buyisela", "thunyelw"],
      st: ["odara", "kgutlisa"],
      tn: ["odara", "busetsa"],
    },
  },
  policyManagementEnabled: {
    en: "policy cover coverage insure insured premium renewal",
    af: "polis dekking premie versekering",
    de: "Police Versicherung versichern versichert Deckung gedeckt Prämie Verlängerung",
    fr: "police assurance assurer assuré couverture couvrir couvert prime renouvellement",
    pt: "apólice seguro segurar segurado cobertura cobrir coberto prémio renovação",
    roots: {
      zu: ["mshwalense", "nshwalense"],
      xh: ["inshorens", "inshuwarens"],
      st: ["inshorens"],
      tn: ["inshorens", "inšorens"],
    },
  },
  claimsProcessingEnabled: {
    en: "claim accident theft stolen reimbursement",
    af: "eis diefstal ongeluk",
    de: "Schaden Schadensfall Unfall Diebstahl gestohlen Anspruch",
    fr: "sinistre réclamation accident volé indemnisation",
    pt: "sinistro acidente roubo roubado reclamação",
    roots: {
      zu: ["ibango", "ingozi", "intshontshiwe"],
      xh: ["ibango", "ingozi", "ibiwe"],
      st: ["tleleime", "utswitswe"],
      tn: ["tleleime", "utswitswe"],
    },
  },
  riskAssessmentEnabled: {
    en: "risk assessment underwriting",
    af: "risiko",
    de: "Risiko Bewertung Risikoprüfung",
    fr: "risque évaluation souscription",
    pt: "risco avaliação subscrição",
    roots: { zu: ["ubungozi"], xh: ["umngcipheko"], tn: ["diphatsa"] },
  },
  complianceTrackingEnabled: {
    en: "compliance regulation regulator fais fsca popia",
    af: "voldoening regulasie reguleerder",
    ...regulation,
  },
  memberManagementEnabled: {
    en: "member membership dependant dependent join enrol",
    af: "lid lidmaatskap afhanklike aansluit",
    de: "Mitglied Mitgliedschaft beitreten Angehörige",
    fr: "membre adhérent adhésion adhérer dépendant inscrire",
    pt: "membro associado adesão aderir dependente inscrever",
    roots: {
      zu: ["ilungu", "amalungu", "ubulungu"],
      xh: ["ilungu", "amalungu", "ubulungu"],
      st: ["setho"],
      tn: ["leloko", "maloko", "tokololo"],
    },
  },
  benefitsTrackingEnabled: {
    en: "benefit cover covered savings limit",
    af: "voordeel dekking",
    de: "Leistung gedeckt Deckung Höchstbetrag",
    fr: "prestation avantage couverture couvert plafond",
    pt: "benefício cobertura coberto poupança limite",
    roots: { zu: ["inzuzo", "izinzuzo"], xh: ["ingenelo", "izibonelelo"], st: ["melemo"], tn: ["mesola"] },
  },
  providerNetworkEnabled: {
    en: "provider network doctor hospital specialist dentist pharmacy clinic",
    af: "dokter hospitaal apteek tandarts kliniek",
    de: "Arzt Ärzte Ärztin Krankenhaus Facharzt Zahnarzt Apotheke Klinik",
    fr: "médecin docteur hôpital spécialiste dentiste pharmacie clinique",
    pt: "médico doutor hospital especialista dentista farmácia clínica",
    roots: {
      zu: ["dokotela", "sibhedlela", "khemisi"],
      xh: ["gqirha", "sibhedlele", "khemesti"],
      st: ["ngaka", "sepetlele"],
      tn: ["ngaka", "bookelo", "kokelo"],
    },
  },
  accountManagementEnabled: {
    en: "account balance statement",
    af: "rekening balans staat",
    de: "Konto Kontostand Saldo Guthaben Kontoauszug",
    fr: "compte solde relevé",
    pt: "conta saldo extrato",
    roots: { zu: ["akhawunti"], xh: ["akhawunti"], st: ["akhaont"], tn: ["akhaont"] },
  },
  transactionTrackingEnabled: {
    en: "transaction transfer payment deposit withdraw withdrawal eft debit",
    af: "transaksie oordrag betaling oorplaas",
    de: "Transaktion Überweisung überweisen Zahlung Einzahlung einzahlen Abhebung abheben Lastschrift",
    fr: "transaction virement transférer paiement dépôt déposer retrait retirer prélèvement",
    pt: "transação transferência transferir pagamento depósito depositar levantamento débito",
    roots: {
      zu: ["inkokhelo", "dlulisel"],
      xh: ["intlawulo", "dlulisel"],
      st: ["fetisetsa"],
      tn: ["fetisetsa"],
    },
  },
  investmentPortfolioEnabled: {
    en: "investment invest portfolio fund share annuity unit trust",
    af: "belegging belê fonds",
    de: "Geldanlage anlegen investieren Investition Fonds Aktie Portfolio Wertpapier",
    fr: "investissement investir placement placer fonds portefeuille",
    pt: "investimento investir fundo carteira anuidade",
    roots: {
      zu: ["tshalomali", "tshala imali"],
      xh: ["tyalomali", "tyala imali"],
      st: ["tsetela", "matsete"],
      tn: ["beeletsa", "peeletso"],
    },
  },
  complianceMonitoringEnabled: {
    en: "compliance regulation regulator fica kyc popia",
    af: "voldoening regulasie reguleerder",
    ...regulation,
  },
};
