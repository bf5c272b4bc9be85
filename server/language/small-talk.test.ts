import { describe, expect, test } from "vitest";
import { recognizeSmallTalk } from "./small-talk.ts";

describe("recognizeSmallTalk", () => {
  test.each([
    ["Hello there!", "greeting", "en"],
    ["heyyyy 👋", "greeting", "en"],
    ["👋", "greeting", "en"],
    ["👍🏽", "acknowledgement", "en"],
    ["❤️ 🙋‍♀️", "greeting", "en"],
    ["Good morning team", "greeting", "en"],
    ["How are you today?", "how_are_you", "en"],
    ["ok thanks, bye", "thanks", "en"],
    ["no that is wrong", "disagreement", "en"],
    ["Hi, that's not right!", "disagreement", "en"],
    ["👎", "disagreement", "en"],
    ["👍😡", "disagreement", "en"],
    ["Nee, dis nie reg nie", "disagreement", "af"],
    ["cha, lokho akulona iqiniso", "disagreement", "zu"],
    ["hayi, impendulo ayichananga", "disagreement", "xh"],
    ["tjhe, karabo e fosahetse", "disagreement", "st"],
    ["nnyaa, karabo e fosagetse", "disagreement", "tn"],
    ["Nein, das stimmt nicht.", "disagreement", "de"],
    ["non, c'est faux", "disagreement", "fr"],
    ["não, isso está errado", "disagreement", "pt"],
    ["Who am I talking to?", "who_are_you", "en"],
    ["who are u? r u a robot", "who_are_you", "en"],
    ["Is this a real person?", "who_are_you", "en"],
    ["are you there??", "presence", "en"],
    ["STOP", "stop", "en"],
    ["Please stop messaging me, thanks", "stop", "en"],
    ["moenie meer boodskappe stuur nie", "stop", "af"],
    ["great job!", "compliment", "en"],
    ["Goeie môre", "greeting", "af"],
    ["Baie dankie vir jou hulp!", "thanks", "af"],
    ["Sawubona", "greeting", "zu"],
    ["Ngiyabonga kakhulu!", "thanks", "zu"],
    ["Molo, unjani?", "how_are_you", "xh"],
    ["Enkosi kakhulu", "thanks", "xh"],
    ["Dumela, o kae?", "how_are_you", "st"],
    ["Ke a leboha", "thanks", "st"],
    ["Guten Tag!", "greeting", "de"],
    ["Vielen Dank für die Hilfe", "thanks", "de"],
    ["merci beaucoup", "thanks", "fr"],
    ["Olá, bom dia", "greeting", "pt"],
    ["muito obrigada pela ajuda", "thanks", "pt"],
  ])("recognizes %s", (message, act, language) => {
    expect(recognizeSmallTalk(message)).toEqual({ act, language, remainder: "" });
  });

  test.each([
    ["Hi, how many leave days do I get?", "how many leave days do I get?"],
    ["Thank you. What about part-time staff?", "What about part-time staff?"],
    ["Hallo, was kostet die Versicherung?", "was kostet die Versicherung?"],
    ["evening shift allowance", "evening shift allowance"],
    ["What is a good price?", "What is a good price?"],
    ["😢😢😢", "😢😢😢"],
    ["👍😢", "👍😢"],
    ["that's wrong, how much is the tent?", "that's wrong, how much is the tent?"],
    ["what if the item is wrong", "what if the item is wrong"],
    ["thanks giving day opening hours", "thanks giving day opening hours"],
    ["stop my debit order", "stop my debit order"],
  ])("keeps a question: %s", (message, remainder) => {
    expect(recognizeSmallTalk(message)).toMatchObject({ act: null, remainder });
  });
});
