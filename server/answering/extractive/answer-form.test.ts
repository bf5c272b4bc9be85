import { describe, expect, test } from "vitest";
import { showsForm, soughtForms, type AnswerForm } from "./answer-form.ts";

describe("the form that a question asks for", () => {
  test.each<[string, AnswerForm[]]>([
    ["How much is the copper kettle?", ["price"]],
    ["What does delivery cost?", ["price"]],
    ["Wat kos die ketel?", ["price"]],
    ["Was kostet der Wasserkocher?", ["price"]],
    ["Combien coûte la bouilloire ?", ["price"]],
    ["Quanto custa a chaleira?", ["price"]],
    ["What number do I call after hours?", ["telephone"]],
    ["Wie lautet die Telefonnummer der Zentrale?", ["telephone"]],
    ["Quel est le numéro de téléphone du service ?", ["telephone"]],
    ["What is the email address for claims?", ["email"]],
    ["What time does the store close?", ["clock_time"]],
    ["Quais são os horários da loja?", ["clock_time"]],
    ["How much is the staff discount?", []],
    ["How much annual leave do I get?", []],
    ["How much does the tent weigh?", []],
    ["Who approves leave?", []],
  ])("%s", (question, forms) => {
    expect(soughtForms(question)).toEqual(forms);
  });
});

describe("a text that bears it", () => {
  test.each<[AnswerForm, string]>([
    ["price", "Toaster | R 649,00 | 2 years"],
    ["price", "It costs R649 in every store."],
    ["price", "Der Toaster kostet 39,90 €."],
    ["price", "Orders above that | Free"],
    ["telephone", "Call 0800 123 456 at any hour."],
    ["telephone", "Our office is at +27 21 555 0199."],
    ["telephone", "Ring (021) 555 0199."],
    ["email", "Write to claims@example.co.za."],
    ["website", "See www.example.com for more."],
    ["clock_time", "Mondays from 08:30 to 17:00"],
    ["clock_time", "We close at 5 pm."],
  ])("%s: %s", (form, text) => {
    expect(showsForm(text, [form], "")).toBe(true);
  });

  test.each<[AnswerForm, string]>([
    ["price", "The toaster takes 4 slices and 900 W."],
    ["price", "Please feel free to ask."],
    ["telephone", "Valid from 2026-01-31 to 2026-12-31."],
    ["telephone", "Copper kettle | R 1 499,00 | 12 months"],
    ["clock_time", "The grill has 3 burners."],
  ])("not %s: %s", (form, text) => {
    expect(showsForm(text, [form], "")).toBe(false);
  });

  test("a figure that the question gave itself is none", () => {
    expect(
      showsForm("Orders above R 500 are packed first.", ["price"], "What does an order above R 500 cost?"),
    ).toBe(false);
  });
});
