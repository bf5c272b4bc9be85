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
    unknown:
      "I don't know: I could not find an answer to that in the documents I have. You can put the question another way, or I can hand you over to a person on the team.",
    clarify:
      "I'm not sure what you would like to know. Could you ask with a few more words, such as the product, policy or topic it is about? I can also hand you over to a person on the team.",
    mayHelp: "I couldn't find a clear answer to that. This may help:",
    quoted: "Our documents say:",
    handOff:
      "I've handed this over to our team. Your reference is {ticket}, and a person will reply to you here.",
    greeting: "Hello! How can I help you today?",
    how_are_you: "I'm well, thank you for asking. How can I help you today?",
    thanks: "You're welcome! Is there anything else I can help you with?",
    goodbye: "Goodbye, and have a good day!",
    who_are_you:
      "I'm a support assistant. I answer questions from this organization's documents and show you the page each answer comes from.",
    presence: "Yes, I'm here. What would you like to know?",
    compliment: "Thank you, that is kind of you! Is there anything else I can help you with?",
    acknowledgement: "Good. Just ask if there is anything else you would like to know.",
  },
  af: {
    unknown:
      "Ek weet nie: ek kon nie 'n antwoord daarop in die dokumente vind nie. Jy kan die vraag anders stel, of ek kan jou na 'n persoon in die span deurskakel.",
    clarify:
      "Ek is nie seker wat jy wil weet nie. Kan jy met 'n paar meer woorde vra, soos die produk, beleid of onderwerp waaroor dit gaan? Ek kan jou ook na 'n persoon in die span deurskakel.",
    mayHelp: "Ek kon nie 'n duidelike antwoord daarop vind nie. Dit kan dalk help:",
    quoted: "In ons dokumente staan:",
    handOff:
      "Ek het dit aan ons span oorgedra. Jou verwysing is {ticket}, en 'n persoon sal jou hier antwoord.",
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
      "Das weiß ich leider nicht: In den Dokumenten habe ich darauf keine Antwort gefunden. Sie können die Frage anders stellen, oder ich gebe Sie an eine Person aus dem Team weiter.",
    clarify:
      "Ich bin nicht sicher, was Sie wissen möchten. Können Sie mit ein paar Worten mehr fragen, etwa um welches Produkt, welche Regelung oder welches Thema es geht? Ich kann Sie auch an eine Person aus dem Team weitergeben.",
    mayHelp: "Eine eindeutige Antwort habe ich darauf nicht gefunden. Das könnte helfen:",
    quoted: "In unseren Dokumenten steht:",
    handOff:
      "Ich habe Ihr Anliegen an unser Team weitergegeben. Ihre Vorgangsnummer ist {ticket}. Eine Person antwortet Ihnen hier.",
    greeting: "Guten Tag! Wie kann ich Ihnen helfen?",
    how_are_you: "Danke der Nachfrage, gut. Wie kann ich Ihnen helfen?",
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
      "Je ne sais pas : je n'ai pas trouvé de réponse à cette question dans les documents. Vous pouvez poser la question autrement, ou je peux vous mettre en relation avec une personne de l'équipe.",
    clarify:
      "Je ne suis pas sûr de ce que vous souhaitez savoir. Pouvez-vous préciser en quelques mots le produit, la règle ou le sujet ? Je peux aussi vous mettre en relation avec une personne de l'équipe.",
    mayHelp: "Je n'ai pas trouvé de réponse claire à cette question. Ceci peut vous aider :",
    quoted: "Nos documents disent :",
    handOff:
      "J'ai transmis votre demande à notre équipe. Votre référence est {ticket}, et une personne vous répondra ici.",
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
      "Não sei: não encontrei resposta a essa pergunta nos documentos. Pode fazer a pergunta de outra forma, ou posso encaminhar a conversa para uma pessoa da equipa.",
    clarify:
      "Não tenho a certeza do que quer saber. Pode perguntar com mais algumas palavras, como o produto, a regra ou o assunto? Também posso encaminhar a conversa para uma pessoa da equipa.",
    mayHelp: "Não encontrei uma resposta clara a essa pergunta. Isto pode ajudar:",
    quoted: "Nos nossos documentos está escrito:",
    handOff:
      "Encaminhei o seu pedido para a nossa equipa. A sua referência é {ticket}, e uma pessoa vai responder-lhe aqui.",
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
      "Angazi: angiyitholanga impendulo yalowo mbuzo kumadokhumenti enginawo. Ungawubuza ngenye indlela, noma ngingakudlulisela kumuntu weqembu lethu.",
    clarify:
      "Angiqinisekile ukuthi ufuna ukwazini. Ngicela ubuze ngamagama ambalwa engeziwe, njengomkhiqizo, inqubomgomo noma isihloko. Ngingakudlulisela nakumuntu weqembu lethu.",
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
      "Andazi: andiyifumananga impendulo yaloo mbuzo kumaxwebhu endinawo. Ungawubuza ngenye indlela, okanye ndingakudlulisela emntwini weqela lethu.",
    clarify:
      "Andiqinisekanga ukuba ufuna ukwazi ntoni. Nceda ubuze ngamagama ambalwa ongezelelweyo, njengemveliso, umgaqo-nkqubo okanye isihloko. Ndingakudlulisela nasemntwini weqela lethu.",
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
      "Ha ke tsebe: ha ke a fumana karabo ya potso eo ditokomaneng tseo ke nang le tsona. O ka botsa ka tsela e nngwe, kapa nka o fetisetsa ho motho wa sehlopha.",
    clarify:
      "Ha ke na bonnete ba hore o batla ho tseba eng. Ke kopa o botse ka mantswe a mang a mmalwa, jwalo ka sehlahiswa, leano kapa taba. Nka boela ka o fetisetsa ho motho wa sehlopha.",
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
      "Ga ke itse: ga ke a bona karabo ya potso eo mo dikwalong tse ke nang natso. O ka botsa ka tsela e nngwe, kgotsa nka go fetisetsa kwa mothong wa setlhopha.",
    clarify:
      "Ga ke na bonnete jwa gore o batla go itse eng. Tsweetswee botsa ka mafoko a mangwe a le mmalwa, jaaka kuno, pholisi kgotsa setlhogo. Nka go fetisetsa gape kwa mothong wa setlhopha.",
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
