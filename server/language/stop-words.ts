import type { Language } from "./languages.ts";

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const none: ReadonlySet<string> = new Set();

/**
 * Words that carry the grammar of a sentence and nothing to search for. They also tell the language
 * of a document (detect.ts), so the lists hold frequent words first of all.
 */
const stopWords: Partial<Record<Language, ReadonlySet<string>>> = {
  en: words(`
    a about above after again all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further had has
    have having he her here hers herself him himself his how i if in into is it its itself just me
    might more most must my myself nor of off on once only onto or other our ours ourselves out over
    own please shall she should so some such tell than that the their theirs them themselves then
    there these they this those though through to too under until up upon us very was we were what
    whatever when where whether which while who whom whose why will with would you your yours
    yourself yourselves isn't aren't don't doesn't didn't won't can't couldn't shouldn't wouldn't
    i'm i've i'd i'll you're you've you'll we're we've we'll they're they've it's that's what's
    there's who's im ive youre youve theyre theyve isnt arent dont doesnt didnt cant couldnt shouldnt
    wouldnt thats whats`),
  de: words(`
    aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin
    bis bist da dabei dadurch dafür dagegen daher damit dann daran darauf darf dass dazu dein deine dem
    den denn der deren des dessen deshalb die dies diese diesem diesen dieser dieses dort du durch
    ein eine einem einen einer eines er es etwas euch euer für gegen hab habe haben hat hatte hatten
    hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist jede jedem jeden
    jeder jedes jene kann können könnte man mein meine meinem meinen meiner mich mir mit muss müssen
    nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind
    so solche soll sollen sollte sondern sonst über um und uns unser unsere unter vom von vor war
    waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder wird
    wo wurde wurden würde zu zum zur zwischen wieviel`),
  fr: words(`
    à afin ai ainsi alors après as au aucun aucune aujourd'hui auquel aussi autre autres aux avait
    avant avec avez avoir avons c ce ceci cela celle celles celui ces cet cette ceux chaque chez
    ci comme comment d dans de depuis des deux doit doivent donc dont du elle elles en encore entre
    es est et étaient était étant été êtes être eu eux fait faut font il ils j je l la laquelle le
    lequel les lesquels leur leurs lors lorsque lui m ma mais me même mes moi mon n ne ni nos notre
    nous on ont ou où par parce pas pendant peut peuvent plus pour pourquoi qu quand que quel quelle
    quelles quels qui quoi s sa sans se sera seront ses si sinon soit son sont sous suis sur t ta te
    tes toi ton tous tout toute toutes très tu un une vers vos votre vous y combien`),
  af: words(`
    'n aan af al alle almal altyd ander as asook baie beide by daar daardie daarop daarvan dan dat
    deur die dis dit doen een eers ek elke en enige ge gedurende geen haar hê het hier hierdie hom hoe
    hoekom hul hulle hy iemand iets in indien ingevolge is ja jou jul julle jy kan kon maar mag meer
    met moet my na nadat nee net nie niks nog nou of om omdat onder ons ook oor op se sal so sodat
    soos sou sulke te teen tensy terwyl toe tot tussen u uit van vanaf vir voor wanneer want waar
    waarom was wat watter weer wees wie wil word wou hoeveel`),
  nl: words(`
    aan al alle alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus
    een en er ge geen had haar heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je
    jij jou jouw kan kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of
    om omdat ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat
    we wel werd wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou hoeveel
    waarom wanneer waar welke`),
  pt: words(`
    a à ao aos aquela aquelas aquele aqueles aquilo as às até com como da das de dela dele deles
    depois do dos e é ela elas ele eles em entre era eram essa essas esse esses esta está estão
    estas este estes estou eu foi for foram há isso isto já lhe lhes mais mas me mesmo meu meus
    minha minhas muito muitos na não nas nem no nos nós nossa nossas nosso nossos num numa o onde os
    ou para pela pelas pelo pelos perante pode podem por porque qual quais quando quanto quantos que
    quem se seja sem ser será serão seu seus só sob sobre sua suas também te tem têm ter teu tu tua
    um uma umas uns você vocês vos`),
  es: words(`
    a al algo algunas algunos ante antes aquel como con contra cual cuál cuales cuando cuándo cuánto
    de del desde donde dónde dos durante e el él ella ellas ellos en entre era eran es esa esas ese
    eso esos esta está estaba están estas este esto estos fue fueron ha había han hasta hay la las
    le les lo los más me mi mientras mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra
    otro para pero poco por porque pues puede pueden que qué quien quién se sea según ser si sí sin
    sobre son su sus también tanto te tiene tienen todo todos tu tus un una uno unos usted ustedes
    y ya yo`),
  it: words(`
    a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro cosa cui
    d da dagli dai dal dalla dalle dei del della delle dello di dopo dove e è ed era erano essere
    fra fu gli ha hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne negli nei nel
    nella nelle noi non nostra nostro o ogni per perché più può quale quali quando quanto quella
    quelle quelli quello questa queste questi questo se sei si sia sono su sua sue sui sul sulla
    suo suoi tra tu tutti tutto un una uno vi voi`),
};

/** The stop words of a language, lower case with their diacritics; empty where none are known. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return stopWords[language] ?? none;
}
