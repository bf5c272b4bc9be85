import { expect, test } from "vitest";
import { understandQuery } from "./understand-query.ts";

test.each([
  ["phoned 3 times already. i want to speak to a real person NOW", "person", "en"],
  ["Kan ek asb met iemand praat?", "person", "af"],
  ["Ngicela ukukhuluma nomuntu", "person", "zu"],
  ["this is the third time, your service is pathetic", "complaint", "en"],
  ["Ich möchte mich beschweren", "complaint", "de"],
  ["Ke na le tletlebo", "complaint", "st"],
  ["any news on my claim KC204417??", "status", "en"],
  ["où est ma commande ?", "status", "fr"],
  ["onde está a minha encomenda", "status", "pt"],
  ["Any consultant available at the moment?", "person", "en"],
  ["no water since monday and the municipality does NOTHING", "complaint", "en"],
  ["my delivery??", "status", "en"],
  ["but its been two weeks already", "status", "en"],
  ["they took my bike in monday, is it ready yet", "status", "en"],
  ["eish my money is gone", "complaint", "en"],
] as const)("%s is a hand-off request", (message, intent, language) => {
  expect(understandQuery(message)).toMatchObject({ intent, language });
});

test.each([
  "How do I lodge a complaint?",
  "How do I track an order?",
  "who handles complaints about teachers",
  "i want to complain about the driver, what is the email",
  "i want to complain to the owner, his number pls",
  "Can someone else collect my parcel?",
  "Wie reiche ich eine Beschwerde gegen meinen Vorgesetzten ein?",
  "kan iemand anders my pakkie gaan haal",
  "lawyer doing the transfer is on the phone, can i quickly give him the balance",
  "my car is 8 months old and you say its a write off. do i get book value or what",
  "iyini inqubo yezikhalazo",
  "can i speak to you in zulu",
  "if my money is gone what do i do",
  "how long has it been since the last increase",
  "",
])("%s is not a hand-off request", (message) => {
  expect(understandQuery(message).intent).toBeNull();
});

test.each([
  ["is my bicycle repaired", true],
  ["please assist me my chair broke", true],
  ["ek wil weet waar my fiets is", true],
  ["and at your own machine?", true],
  ["your people are dishonest and lazy", false],
  ["I want to speak to a person", false],
  ["how much is a bicycle", false],
])("%s may be a hand-off request: %s", (message, isUnsureRequest) => {
  expect(understandQuery(message).isUnsureRequest).toBe(isUnsureRequest);
});

test.each([
  ["hi i lost my card, is a new one free", null],
  ["thanks but how much is it per month", null],
  ["thanx you helped me a lot, have a nice day 🙏", "thanks"],
  ["morning!! just wanted to say thanks for the quick help yesterday 🙏", "thanks"],
])("tells small talk from a polite question: %s", (message, smallTalk) => {
  expect(understandQuery(message).smallTalk).toBe(smallTalk);
});

test.each(["hayi suka ndinike umntu", "ha o nkutlwisise, ke batla motho"])(
  "%s is a request for a person",
  (message) => {
    expect(understandQuery(message).intent).toBe("person");
  },
);

test("a second time alone is no complaint", () => {
  expect(understandQuery("his phone was taken 2nd time").intent).toBeNull();
  expect(understandQuery("the second time my account is debited twice!!").intent).toBe("complaint");
});

test("recognizes a hand-off request despite typing errors", () => {
  const complaint = "im so dissapponted in this company, yuor driver is terrrible";
  expect(understandQuery(complaint).isUnsureRequest).toBe(true);
  expect(understandQuery("any consultnat availabel now").intent).toBe("person");
});

test.each([
  ["screw you", "en"],
  ["you are all crooks", "en"],
  ["we are never coming back, terrible", "en"],
  ["fokof man", "af"],
  ["julle is 'n klomp idiote", "af"],
])("%s is a complaint", (message, language) => {
  expect(understandQuery(message)).toMatchObject({ intent: "complaint", language });
});

test("an undecided language is that of the messages before", () => {
  const earlier = [
    { role: "user" as const, content: "Hoeveel kos dit om my kar te laat diens?" },
    { role: "assistant" as const, content: "Watter kar het jy?" },
  ];
  for (const message of ["'n polo van 2019", "R5000", "polo 2019"])
    expect(understandQuery(message, earlier).language).toBe("af");
  expect(understandQuery("how much is that", earlier).language).toBe("en");
  expect(understandQuery("R5000").language).toBe("en");
  expect(understandQuery("e bike back wheel").language).toBe("en");
});
