import type { AnswerLanguage } from "./answer-language.ts";

/** What the assistant says for itself, when no document speaks. */
export type Reply =
  | "unknown"
  | "clarify"
  /** Leads to quotes that are near the question but are not said to answer it. */
  | "mayHelp"
  /** Leads to quotes that are in another language than the question. */
  | "quoted"
  /** With the ticket's number in place of {ticket}. */
  | "handOff"
  | "greeting"
  | "how_are_you"
  | "thanks"
  | "goodbye"
  | "who_are_you"
  | "presence"
  | "compliment"
  | "acknowledgement";

/** Written for both audiences: staff and customers. `unknown` and `clarify` offer a hand-off. */
export const replies: Record<AnswerLanguage, Record<Reply, string>> = {
  en: {
    unknown: "Sorry, I couldn't find that. Try rephrasing, or I can connect you with our team.",
    clarify:
      "I'm not sure what you'd like to know. Could you add a few words, such as the product, policy or topic? I can also connect you with our team.",
    mayHelp: "I couldn't find a clear answer to that. This may help:",
    quoted: "Our documents say:",
    handOff: "I've handed this over to our team. Your reference is {ticket}. Someone will reply to you here.",
    greeting: "Hello! How can I help you today?",
    how_are_you: "I'm well, thank you for asking. How can I help you today?",
    thanks: "You're welcome! Is there anything else I can help you with?",
    goodbye: "Goodbye, and have a good day!",
    who_are_you:
      "I'm a support assistant. I answer questions from this organization's documents and show you the page each answer comes from.",
    presence: "Yes, I'm here. What would you like to know?",
    compliment: "Thank you, that's kind of you! Is there anything else I can help you with?",
    acknowledgement: "Great. Just ask if there's anything else you'd like to know.",
  },
  af: {
    unknown:
      "Jammer, ek kon dit nie vind nie. Probeer dit anders vra, of ek kan jou met ons span in verbinding bring.",
    clarify:
      "Ek is nie seker wat jy wil weet nie. Kan jy 'n paar woorde byvoeg, soos die produk, beleid of onderwerp? Ek kan jou ook met ons span in verbinding bring.",
    mayHelp: "Ek kon nie 'n duidelike antwoord daarop vind nie. Dit kan dalk help:",
    quoted: "In ons dokumente staan:",
    handOff: "Ek het dit aan ons span oorgedra. Jou verwysing is {ticket}. Iemand sal jou hier antwoord.",
    greeting: "Hallo! Hoe kan ek jou vandag help?",
    how_are_you: "Dit gaan goed, dankie dat jy vra. Hoe kan ek jou vandag help?",
    thanks: "Dis 'n plesier! Is daar nog iets waarmee ek kan help?",
    goodbye: "Totsiens, en geniet die dag!",
    who_are_you:
      "Ek is 'n ondersteuningsassistent. Ek antwoord vrae uit hierdie organisasie se dokumente en wys jou die bladsy waarop elke antwoord staan.",
    presence: "Ja, ek is hier. Wat wil jy weet?",
    compliment: "Dankie, dit is gaaf van jou! Is daar nog iets waarmee ek kan help?",
    acknowledgement: "Goed so. Vra gerus as daar nog iets is wat jy wil weet.",
  },
  de: {
    unknown:
      "Das konnte ich leider nicht finden. Formulieren Sie die Frage gern anders, oder ich verbinde Sie mit unserem Team.",
    clarify:
      "Ich bin nicht sicher, was Sie wissen möchten. Können Sie kurz ergänzen, um welches Produkt, welche Regelung oder welches Thema es geht? Ich kann Sie auch mit unserem Team verbinden.",
    mayHelp: "Eine eindeutige Antwort habe ich darauf nicht gefunden. Das könnte helfen:",
    quoted: "In unseren Dokumenten steht:",
    handOff:
      "Ich habe Ihr Anliegen an unser Team weitergegeben. Ihre Vorgangsnummer ist {ticket}. Sie erhalten hier eine Antwort.",
    greeting: "Guten Tag! Wie kann ich Ihnen helfen?",
    how_are_you: "Danke der Nachfrage, mir geht es gut. Wie kann ich Ihnen helfen?",
    thanks: "Gern geschehen! Kann ich sonst noch etwas für Sie tun?",
    goodbye: "Auf Wiedersehen und einen schönen Tag!",
    who_are_you:
      "Ich bin ein Support-Assistent. Ich beantworte Fragen aus den Dokumenten dieser Organisation und zeige die Seite, auf der die Antwort steht.",
    presence: "Ja, ich bin da. Was möchten Sie wissen?",
    compliment: "Danke, das ist nett von Ihnen! Kann ich sonst noch etwas für Sie tun?",
    acknowledgement: "Gut. Fragen Sie einfach, wenn Sie noch etwas wissen möchten.",
  },
  fr: {
    unknown:
      "Désolé, je n'ai pas trouvé de réponse. Essayez de reformuler votre question, ou je peux vous mettre en relation avec notre équipe.",
    clarify:
      "Je ne suis pas sûr de ce que vous souhaitez savoir. Pouvez-vous préciser en quelques mots le produit, la règle ou le sujet ? Je peux aussi vous mettre en relation avec notre équipe.",
    mayHelp: "Je n'ai pas trouvé de réponse claire à cette question. Ceci peut vous aider :",
    quoted: "Nos documents disent :",
    handOff:
      "J'ai transmis votre demande à notre équipe. Votre référence est {ticket}. Quelqu'un vous répondra ici.",
    greeting: "Bonjour ! Comment puis-je vous aider ?",
    how_are_you: "Très bien, merci. Comment puis-je vous aider ?",
    thanks: "Je vous en prie ! Puis-je vous aider pour autre chose ?",
    goodbye: "Au revoir et bonne journée !",
    who_are_you:
      "Je suis un assistant. Je réponds aux questions à partir des documents de cette organisation et j'indique la page où se trouve chaque réponse.",
    presence: "Oui, je suis là. Que souhaitez-vous savoir ?",
    compliment: "Merci, c'est très aimable ! Puis-je vous aider pour autre chose ?",
    acknowledgement: "Très bien. N'hésitez pas si vous avez une autre question.",
  },
  pt: {
    unknown:
      "Lamento, não encontrei uma resposta. Tente perguntar de outra forma, ou posso encaminhar a conversa para a nossa equipa.",
    clarify:
      "Não tenho a certeza do que quer saber. Pode acrescentar algumas palavras, como o produto, a regra ou o assunto? Também posso encaminhar a conversa para a nossa equipa.",
    mayHelp: "Não encontrei uma resposta clara a essa pergunta. Isto pode ajudar:",
    quoted: "Nos nossos documentos está escrito:",
    handOff:
      "Encaminhei o seu pedido para a nossa equipa. A sua referência é {ticket}. Alguém vai responder-lhe aqui.",
    greeting: "Olá! Como posso ajudar?",
    how_are_you: "Estou bem, obrigado por perguntar. Como posso ajudar?",
    thanks: "De nada! Posso ajudar em mais alguma coisa?",
    goodbye: "Adeus e tenha um bom dia!",
    who_are_you:
      "Sou um assistente de apoio. Respondo a perguntas com base nos documentos desta organização e mostro a página de onde vem cada resposta.",
    presence: "Sim, estou aqui. O que gostaria de saber?",
    compliment: "Obrigado, é muito gentil! Posso ajudar em mais alguma coisa?",
    acknowledgement: "Muito bem. É só perguntar se quiser saber mais alguma coisa.",
  },
  zu: {
    unknown:
      "Ngiyaxolisa, angiyitholanga impendulo yalokho. Zama ukubuza ngenye indlela, noma ngingakuxhumanisa neqembu lethu.",
    clarify:
      "Angiqinisekile ukuthi ufuna ukwazini. Ngicela wengeze amagama ambalwa, njengomkhiqizo, inqubomgomo noma isihloko. Ngingakuxhumanisa futhi neqembu lethu.",
    mayHelp: "Angiyitholanga impendulo ecacile yalowo mbuzo. Lokhu kungasiza:",
    quoted: "Amadokhumenti ethu athi:",
    handOff:
      "Sengidlulisele lokhu eqenjini lethu. Inombolo yakho yereferensi ngu-{ticket}, futhi umuntu uzokuphendula lapha.",
    greeting: "Sawubona! Ngingakusiza ngani namuhla?",
    how_are_you: "Ngiyaphila, ngiyabonga ukubuza. Ngingakusiza ngani namuhla?",
    thanks: "Wamukelekile! Ikhona enye into engingakusiza ngayo?",
    goodbye: "Hamba kahle, ube nosuku oluhle!",
    who_are_you:
      "Ngingumsizi wokweseka. Ngiphendula imibuzo ngamadokhumenti ale nhlangano futhi ngikhombisa ikhasi impendulo evela kulo.",
    presence: "Yebo, ngikhona. Ungathanda ukwazini?",
    compliment: "Ngiyabonga, unomusa! Ikhona enye into engingakusiza ngayo?",
    acknowledgement: "Kulungile. Buza noma nini uma kukhona okunye ofuna ukukwazi.",
  },
  xh: {
    unknown:
      "Uxolo, andiyifumananga impendulo yaloo nto. Zama ukubuza ngenye indlela, okanye ndingakudibanisa neqela lethu.",
    clarify:
      "Andiqinisekanga ukuba ufuna ukwazi ntoni. Nceda wongeze amagama ambalwa, njengemveliso, umgaqo-nkqubo okanye isihloko. Ndingakudibanisa kwakhona neqela lethu.",
    mayHelp: "Andiyifumananga impendulo ecacileyo yaloo mbuzo. Oku kunganceda:",
    quoted: "Amaxwebhu ethu athi:",
    handOff:
      "Ndiyidlulisele le nto kwiqela lethu. Inombolo yakho yereferensi ngu-{ticket}, kwaye umntu uza kukuphendula apha.",
    greeting: "Molo! Ndingakunceda ngantoni namhlanje?",
    how_are_you: "Ndiphilile, enkosi ngokubuza. Ndingakunceda ngantoni namhlanje?",
    thanks: "Wamkelekile! Ikhona enye into endinokukunceda ngayo?",
    goodbye: "Hamba kakuhle, ube nosuku oluhle!",
    who_are_you:
      "Ndingumncedisi wenkxaso. Ndiphendula imibuzo ngamaxwebhu alo mbutho kwaye ndibonisa iphepha impendulo evela kulo.",
    presence: "Ewe, ndikhona. Ungathanda ukwazi ntoni?",
    compliment: "Enkosi, unobubele! Ikhona enye into endinokukunceda ngayo?",
    acknowledgement: "Kulungile. Buza nanini na ukuba kukho enye into ofuna ukuyazi.",
  },
  st: {
    unknown:
      "Tshwarelo, ha ke a fumana karabo ya potso eo. Leka ho botsa ka tsela e nngwe, kapa nka o hokahanya le sehlopha sa rona.",
    clarify:
      "Ha ke na bonnete ba hore o batla ho tseba eng. Ke kopa o botse ka mantswe a mang a mmalwa, jwalo ka sehlahiswa, leano kapa taba. Nka boela ka o hokahanya le sehlopha sa rona.",
    mayHelp: "Ha ke a fumana karabo e hlakileng ya potso eo. Sena se ka thusa:",
    quoted: "Ditokomane tsa rona di re:",
    handOff:
      "Ke fetiseditse taba ena sehlopheng sa rona. Nomoro ya hao ya tshupiso ke {ticket}, mme motho o tla o araba mona.",
    greeting: "Dumela! Nka o thusa ka eng kajeno?",
    how_are_you: "Ke phela hantle, ke a leboha. Nka o thusa ka eng kajeno?",
    thanks: "O amohelehile! Na ho na le ho hong hape hoo nka o thusang ka hona?",
    goodbye: "Tsamaya hantle, o be le letsatsi le letle!",
    who_are_you:
      "Ke mothusi wa tshehetso. Ke araba dipotso ho tswa ditokomaneng tsa mokgatlo ona mme ke bontsha leqephe leo karabo e tswang ho lona.",
    presence: "E, ke teng. O batla ho tseba eng?",
    compliment: "Ke a leboha, o mosa! Na ho na le ho hong hape hoo nka o thusang ka hona?",
    acknowledgement: "Ho lokile. Botsa feela ha ho na le ho hong hape hoo o batlang ho ho tseba.",
  },
  tn: {
    unknown:
      "Intshwarele, ga ke a bona karabo ya potso eo. Leka go botsa ka tsela e nngwe, kgotsa nka go golaganya le setlhopha sa rona.",
    clarify:
      "Ga ke na bonnete jwa gore o batla go itse eng. Tsweetswee botsa ka mafoko a mangwe a le mmalwa, jaaka kuno, pholisi kgotsa setlhogo. Nka go golaganya gape le setlhopha sa rona.",
    mayHelp: "Ga ke a bona karabo e e tlhamaletseng ya potso eo. Se se ka thusa:",
    quoted: "Dikwalo tsa rona di re:",
    handOff:
      "Ke fetiseditse kgang e kwa setlhopheng sa rona. Nomoro ya gago ya tshupiso ke {ticket}, mme motho o tla go araba fano.",
    greeting: "Dumela! Nka go thusa ka eng gompieno?",
    how_are_you: "Ke tsogile sentle, ke a leboga. Nka go thusa ka eng gompieno?",
    thanks: "O amogelesegile! A go na le sengwe se sengwe se nka go thusang ka sone?",
    goodbye: "Tsamaya sentle, o nne le letsatsi le le monate!",
    who_are_you:
      "Ke mothusi wa tshegetso. Ke araba dipotso go tswa mo dikwalong tsa mokgatlho o mme ke supa tsebe e karabo e tswang mo go yone.",
    presence: "Ee, ke teng. O batla go itse eng?",
    compliment: "Ke a leboga, o pelontle! A go na le sengwe se sengwe se nka go thusang ka sone?",
    acknowledgement: "Go siame. Botsa fela fa go na le sengwe se sengwe se o batlang go se itse.",
  },
};
