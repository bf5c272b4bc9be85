/** Questions of the demo organization's staff and customers, with the text that a right answer must contain. */
import type { Audience } from "../contract/common.ts";

export interface DemoQuestion {
  audience: Audience;
  question: string;
  /** A right answer's quotes contain this verbatim; null: the documents don't answer the question. */
  holds: string | null;
  /** Earlier questions of the same conversation. */
  after?: string[];
}

const internal = (question: string, holds: string | null, ...after: string[]): DemoQuestion => ({
  audience: "internal",
  question,
  holds,
  after,
});
const external = (question: string, holds: string | null, ...after: string[]): DemoQuestion => ({
  audience: "external",
  question,
  holds,
  after,
});

export const demoQuestions: readonly DemoQuestion[] = [
  internal("How many days of annual leave do I get?", "18 working days"),
  internal("how much annual leave do full-time employees get", "18 working days"),
  internal(
    "and for part-time staff?",
    "one day of annual leave for every 17 days",
    "How much annual leave do I get?",
  ),
  internal("How far in advance must I apply for leave?", "ten working days in advance"),
  internal("Can I carry over unused leave to next year?", "five days of unused leave may be carried over"),
  internal("How many sick days do I have?", "30 days of paid sick leave"),
  internal("When do I need a medical certificate?", "more than two consecutive days"),
  internal("do i need a doctors note if im sick for one day", "more than two consecutive days"),
  internal("My child is ill. What leave can I take?", "five days of paid family responsibility leave"),
  internal("How long is maternity leave?", "four consecutive months"),
  internal("Is maternity leave paid?", "60% of the salary"),
  internal("How many days of paternity leave do fathers get?", "ten consecutive days"),
  internal("How many days of study leave per exam?", "two days of paid study leave for each examination"),
  internal("Who approves unpaid leave?", "regional manager"),
  internal("When is pay day?", "25th of each month"),
  internal("when do we get paid", "25th of each month"),
  internal("What happens when the 25th is a Sunday?", "last working day before it"),
  internal("How much does the company contribute to the provident fund?", "company contributes 10%"),
  internal("How much staff discount do I get?", "discount of 20%"),
  internal("Is overtime paid double on Sunday?", "paid at double the normal wage"),
  internal("How many days can I work from home?", "two days a week"),
  internal("How long is the probation period?", "three months"),
  internal("What is the notice period after two years of service?", "4 weeks"),
  internal("What should store staff wear?", "green Thula shirt"),
  internal("How long is a final written warning valid?", "valid for twelve months"),
  internal("Who is the information officer?", "Nomvula Dlamini"),
  internal("What number do I call for counselling?", "0800 000 123"),
  internal("how long is the lunch break", "60 minutes"),
  internal("When is the thirteenth cheque paid?", "paid in November"),
  internal("how many days anual leav do I get", "18 working days"),
  internal("What is the parental leave policy in Brazil?", null),
  internal("How do I reset my laptop password?", null),
  internal("Where can I park my car?", null),
  internal("What is the salary of the chief executive?", null),
  internal("Does the company pay for gym membership?", null),
  internal("What does the kettle braai cost?", null),
  external("What does the kettle braai cost?", "R 1 899,00"),
  external("how much is the gas braai", "R 6 499,00"),
  external("price of BR-2010", "R 2 750,00"),
  external("How much is the eight person tent?", "R 7 499,00"),
  external("What is the warranty on the cooler box?", "3 years"),
  external("How big is the grid of the kettle braai?", "57 cm"),
  external("and how much does it weigh?", "15,5 kg", "How big is the grid of the kettle braai?"),
  external("How long does the hedge trimmer battery last?", "about 45 minutes"),
  external("What oil does the lawnmower use?", "SAE 30"),
  external("Is the gas bottle included with the gas braai?", "not included"),
  external("Can I wash the sleeping bag in the machine?", "Machine washable at 30"),
  external("How long does the cooler box keep ice?", "up to four days"),
  external("How long do I have to return a product?", "within 30 days of purchase"),
  external("Can I return a gift card?", "Gift cards"),
  external("How long does a refund take by card?", "five to seven working days"),
  external("My product is defective. What can I do?", "repair, a replacement and a refund"),
  external("What are your opening hours on Saturday?", "Saturdays from 08:30 to 16:00"),
  external("Are you open on Sundays?", "Sundays and public holidays from 09:00 to 13:00"),
  external("How much is delivery to Namibia?", "R 450,00"),
  external("Is delivery free?", "Free"),
  external("Can I pay in instalments?", "six monthly instalments"),
  external("How long is a gift card valid?", "three years"),
  external("Which payment methods do you accept?", "Visa, Mastercard"),
  external("Do you sell bicycles?", null),
  external("Do you have a store in Kimberley?", null),
  external("What is the staff discount?", null),
  external("How do I cancel my insurance policy?", null),
  external("Who won the rugby world cup?", null),
];
