import { expect, test } from "vitest";
import { emergencyAdvice } from "./emergency.ts";
import { recognizeIntent } from "./intents.ts";

test.each([
  ["somebody just stabbed my cousin outside", "en"],
  ["OUR BAKKIE WAS JUST HIJACKED", "en"],
  ["i was mugged 5 minutes ago at the station", "en"],
  ["a lady collapsed in the queue, what must we do", "en"],
  ["my granny cant breathe", "en"],
  ["my little boy is missing since lunch pls help", "en"],
  ["there is a fire in the stockroom", "en"],
  ["my sister was raped", "en"],
  ["i took a whole box of sleeping pills", "en"],
  ["my colleague is bleeding a lot", "en"],
  ["i am being stalked", "en"],
  ["my ouma het ineengestort", "af"],
  ["daar is 'n brand in die kombuis", "af"],
  ["my kar is nou net gesteel", "af"],
  ["ingane yami ilahlekile", "zu"],
  ["imoto yami yebiwe khona manje", "zu"],
  ["akakwazi ukuphefumula", "zu"],
  ["umfazi wam uyopha kakhulu", "xh"],
  ["kukho umlilo ekhitshini", "xh"],
  ["ngwana wa ka o lahlehile", "st"],
  ["ntlo ya ka e a tjha", "st"],
  ["ngwana wa me o latlhegile", "tn"],
  ["mein Vater ist gerade zusammengebrochen", "de"],
  ["ma fille a disparu", "fr"],
  ["o meu marido desmaiou", "pt"],
])("%s is an emergency", (message, language) => {
  expect(recognizeIntent(message)).toEqual({ intent: "emergency", language, isSure: true });
});

test.each([
  ["i dont want to live anymore", "en"],
  ["my friend says she is going to hang herself", "en"],
  ["thinking of ending my life", "en"],
  ["ek wil net doodgaan", "af"],
  ["ngifuna ukuzibulala", "zu"],
  ["ndifuna ukuzibulala", "xh"],
  ["ke batla ho ipolaya", "st"],
  ["ke batla go ipolaya", "tn"],
  ["ich will mich umbringen", "de"],
  ["je veux mourir", "fr"],
  ["quero morrer", "pt"],
])("%s tells of thoughts of suicide", (message, language) => {
  expect(recognizeIntent(message)).toEqual({ intent: "suicide", language, isSure: true });
});

test.each([
  "what happens if my bakkie is hijacked",
  "is theft of a phone covered",
  "what do I do in case of fire",
  "how do I report harassment",
  "does the policy pay for suicide",
  "will you pay if i kill myself, what does the policy say",
  "my son is missing a school shirt, where do i buy one",
  "is there a fire extinguisher in the kitchen",
  "we have a fire drill on monday",
  "what must staff do when a customer collapses",
  "if a learner is bleeding badly who phones the ambulance",
  "my phone was stolen last month, how much is the excess",
  "do you cover ambulance fees",
  "how do i claim after i was robbed",
  "wat gebeur as my kar gesteel word",
  "word diefstal gedek",
  "kwenzekani uma imoto yami yebiwe",
])("%s is no emergency", (message) => {
  expect(["emergency", "suicide"]).not.toContain(recognizeIntent(message)?.intent);
});

test("whom to call is told in the customer's language", () => {
  expect(emergencyAdvice("emergency", "af")).toMatch(/112 vanaf .* 10111 .* 10177 /);
  expect(emergencyAdvice("suicide", "en")).toMatch(/SADAG .* 0800 567 567\. .* 10177 /);
  expect(emergencyAdvice("complaint", "en")).toBeNull();
});
