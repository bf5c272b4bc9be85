/** The documents of the demo organization, as content; make.ts writes them as PDF and Word files. */

export type Part =
  | { kind: "heading"; level: 1 | 2; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; widths: number[]; header: string[]; rows: string[][] }
  | { kind: "page_break" };

export interface DemoDocument {
  fileName: string;
  audience: "internal" | "external";
  title: string;
  subtitle: string;
  parts: Part[];
}

const section = (text: string): Part => ({ kind: "heading", level: 1, text });
const topic = (text: string): Part => ({ kind: "heading", level: 2, text });
const paragraph = (text: string): Part => ({ kind: "paragraph", text });
const list = (...items: string[]): Part => ({ kind: "list", items });
const table = (widths: number[], header: string[], ...rows: string[][]): Part => ({
  kind: "table",
  widths,
  header,
  rows,
});
const nextPage: Part = { kind: "page_break" };

const handbook: DemoDocument = {
  fileName: "HR Handbook.docx",
  audience: "internal",
  title: "HR Handbook",
  subtitle: "Thula Home & Outdoor (Pty) Ltd. Version of 1 March 2026, for all staff.",
  parts: [
    section("1. Welcome"),
    paragraph(
      "Thula Home & Outdoor sells furniture, garden tools and camping gear in eleven stores in KwaZulu-Natal, Gauteng and the Western Cape, and online. This handbook tells you what you can expect from us and what we expect from you. It applies to all permanent, fixed-term and part-time staff.",
    ),
    paragraph(
      "If the handbook and your contract of employment differ, the contract applies. Questions go to the People team at people@thula.example or on extension 204.",
    ),
    section("2. Working hours"),
    topic("2.1 Ordinary hours"),
    paragraph(
      "Ordinary working hours are 45 hours a week for store staff, worked over five or six days, and 40 hours a week for head office staff, worked from Monday to Friday. Store rosters are published at least 14 days before the week they apply to.",
    ),
    topic("2.2 Meal breaks"),
    paragraph(
      "Everyone who works more than five hours without a break takes a meal break of 60 minutes. By agreement with your manager the meal break may be shortened to 30 minutes. Meal breaks are not paid.",
    ),
    topic("2.3 Overtime"),
    paragraph(
      "Overtime is voluntary and limited to 10 hours a week. It is paid at one and a half times your normal wage. Work on a Sunday is paid at double the normal wage if you do not ordinarily work on Sundays, and at one and a half times if you do. Work on a public holiday is paid at double the normal wage.",
    ),
    topic("2.4 Working from home"),
    paragraph(
      "Head office staff may work from home for up to two days a week, agreed with the line manager in advance. Wednesdays are team days at the office. Store and warehouse staff cannot work from home.",
    ),
    section("3. Pay and benefits"),
    topic("3.1 Pay day"),
    paragraph(
      "Salaries are paid by electronic transfer on the 25th of each month. When the 25th falls on a weekend or a public holiday, payment is made on the last working day before it. Payslips are available in the staff portal from the 24th.",
    ),
    topic("3.2 Provident fund"),
    paragraph(
      "All permanent employees join the Thula Provident Fund from their first day. The employee contributes 7.5% and the company contributes 10% of pensionable salary. The fund includes life cover of three times the annual salary.",
    ),
    topic("3.3 Medical aid"),
    paragraph(
      "Permanent employees may join the company's medical aid scheme. The company pays 50% of the contribution for the employee and up to three dependants. You have 30 days from your start date to join without a waiting period.",
    ),
    topic("3.4 Staff discount"),
    paragraph(
      "Staff buy at a discount of 20% on all full-price products and 10% on products that are on promotion. The discount applies to purchases for yourself and your household, up to R30 000 a year. Reselling goods that were bought with staff discount is a dismissible offence.",
    ),
    topic("3.5 Thirteenth cheque"),
    paragraph(
      "A thirteenth cheque equal to one month's basic salary is paid in November to employees with at least twelve months of service. Employees with shorter service receive a pro rata amount.",
    ),
    section("4. Joining and leaving"),
    topic("4.1 Probation"),
    paragraph(
      "New employees serve a probation period of three months. Your manager reviews your progress with you after one month and at the end of the period. Probation can be extended once by up to three months.",
    ),
    topic("4.2 Notice periods"),
    table(
      [260, 220],
      ["Length of service", "Notice to give or receive"],
      ["Up to 6 months", "1 week"],
      ["More than 6 months, up to 1 year", "2 weeks"],
      ["More than 1 year", "4 weeks"],
    ),
    paragraph(
      "Notice is given in writing. Company property, including keys, uniforms, laptops and fuel cards, is returned on the last working day.",
    ),
    section("5. Conduct"),
    topic("5.1 Dress code"),
    paragraph(
      "Store staff wear the green Thula shirt, black trousers or skirt, and closed shoes. The company supplies three shirts a year. Warehouse staff wear safety shoes and a reflective vest at all times.",
    ),
    topic("5.2 Grievances"),
    paragraph(
      "Raise a grievance with your line manager first. If it is not settled within five working days, hand in a written grievance to the People team, who hold a meeting within ten working days. You may bring a colleague or a shop steward.",
    ),
    topic("5.3 Disciplinary procedure"),
    list(
      "Verbal warning, valid for three months",
      "Written warning, valid for six months",
      "Final written warning, valid for twelve months",
      "Disciplinary hearing, with at least 48 hours' written notice",
    ),
    topic("5.4 Personal information"),
    paragraph(
      "We handle personal information of staff and customers under the Protection of Personal Information Act (POPIA). Never send customer details over a private WhatsApp or e-mail account. Report a suspected breach to the Information Officer, Nomvula Dlamini, within 24 hours at privacy@thula.example.",
    ),
    section("6. Health and safety"),
    paragraph(
      "Every store has a trained first aider on each shift and a fire drill twice a year. Report every injury on duty to your manager before the end of the shift, so that the claim reaches the Compensation Fund within seven days.",
    ),
    paragraph(
      "Our employee assistance programme offers free and confidential counselling, up to six sessions a year for you and your household. Call 0800 000 123 at any hour.",
    ),
  ],
};

const leave: DemoDocument = {
  fileName: "Leave Policy.pdf",
  audience: "internal",
  title: "Leave Policy",
  subtitle: "Thula Home & Outdoor (Pty) Ltd. In force from 1 January 2026.",
  parts: [
    section("1. Annual leave"),
    paragraph(
      "Full-time employees receive 18 working days of paid annual leave in each leave cycle of twelve months. From the sixth year of service the entitlement rises to 22 working days.",
    ),
    paragraph(
      "Part-time employees receive one day of annual leave for every 17 days worked. Part-time employees who work fewer than 24 hours a month do not earn annual leave.",
    ),
    paragraph(
      "Apply for annual leave in the staff portal at least ten working days in advance. Leave in December is limited to five days for store staff, because of the peak season.",
    ),
    paragraph(
      "Up to five days of unused leave may be carried over to the next cycle and must be taken within six months. Leave that is not taken by then is forfeited. Annual leave is paid out only when employment ends.",
    ),
    section("2. Sick leave"),
    paragraph(
      "Employees who work five days a week are entitled to 30 days of paid sick leave in a cycle of 36 months; employees who work six days a week are entitled to 36 days. During the first six months of employment it is one day for every 26 days worked.",
    ),
    paragraph(
      "A medical certificate is required when you are absent for more than two consecutive days, or on more than two occasions in eight weeks. Let your manager know by telephone or WhatsApp before your shift begins.",
    ),
    nextPage,
    section("3. Family responsibility leave"),
    paragraph(
      "After four months of service, employees who work at least four days a week receive five days of paid family responsibility leave a year. It may be taken when your child is ill, or on the death of a spouse, life partner, parent, grandparent, child, grandchild or sibling. Unused days lapse at the end of the year.",
    ),
    section("4. Maternity and parental leave"),
    paragraph(
      "Maternity leave is four consecutive months and may begin four weeks before the expected date of birth. The company pays 60% of the salary during maternity leave to employees with at least two years of service; others claim from the Unemployment Insurance Fund.",
    ),
    paragraph(
      "The other parent is entitled to ten consecutive days of parental leave, paid in full by the company, to be taken within three months of the birth or adoption. Give notice at least one month in advance.",
    ),
    section("5. Study leave"),
    paragraph(
      "Employees who follow an approved course receive two days of paid study leave for each examination: the day of the examination and the working day before it. The limit is eight days a year.",
    ),
    section("6. Unpaid leave and public holidays"),
    paragraph(
      "Unpaid leave of up to 20 working days can be approved by a regional manager when all annual leave has been used. Public holidays that fall within your leave do not count as leave days.",
    ),
    section("7. Summary"),
    table(
      [150, 150, 180],
      ["Type of leave", "Days", "Who approves"],
      ["Annual leave", "18 (22 from year six)", "Line manager"],
      ["Sick leave", "30 in 36 months", "Line manager"],
      ["Family responsibility", "5 a year", "Line manager"],
      ["Maternity leave", "4 months", "People team"],
      ["Parental leave", "10 days", "People team"],
      ["Study leave", "8 a year at most", "Head of department"],
      ["Unpaid leave", "20 at most", "Regional manager"],
    ),
  ],
};

const priceColumns = [80, 215, 85, 100];
const priceHeader = ["Code", "Product", "Price", "Warranty"];
const prices: DemoDocument = {
  fileName: "Price List.pdf",
  audience: "external",
  title: "Price List",
  subtitle: "Thula Home & Outdoor. Prices in rand, including 15% VAT, valid until 31 December 2026.",
  parts: [
    section("Garden"),
    table(
      priceColumns,
      priceHeader,
      ["GT-1001", "Steel garden spade", "R 349,00", "2 years"],
      ["GT-1002", "Digging fork, four tines", "R 379,00", "2 years"],
      ["GT-1010", "Wheelbarrow, 65 litres", "R 1 249,00", "1 year"],
      ["GT-1020", "Garden hose, 30 m, with fittings", "R 599,00", "3 years"],
      ["GT-1031", "Cordless hedge trimmer, 18 V", "R 2 199,00", "2 years"],
      ["GT-1040", "Petrol lawnmower, 46 cm", "R 5 999,00", "2 years"],
    ),
    section("Braai and outdoor living"),
    table(
      priceColumns,
      priceHeader,
      ["BR-2001", "Kettle braai, 57 cm", "R 1 899,00", "5 years"],
      ["BR-2004", "Gas braai, three burners", "R 6 499,00", "3 years"],
      ["BR-2010", "Fire pit, 80 cm, corten steel", "R 2 750,00", "5 years"],
      ["BR-2021", "Patio set, table and four chairs", "R 8 999,00", "2 years"],
      ["BR-2030", "Cantilever umbrella, 3 m", "R 3 299,00", "1 year"],
    ),
    nextPage,
    section("Camping"),
    table(
      priceColumns,
      priceHeader,
      ["CA-3001", "Dome tent, four persons", "R 2 499,00", "2 years"],
      ["CA-3005", "Family tent, eight persons, three rooms", "R 7 499,00", "2 years"],
      ["CA-3010", "Sleeping bag, comfort 5 °C", "R 899,00", "1 year"],
      ["CA-3022", "Cooler box, 45 litres", "R 1 199,00", "3 years"],
      ["CA-3030", "Rechargeable lantern, 600 lumen", "R 449,00", "1 year"],
    ),
    section("Delivery"),
    table(
      [230, 120, 130],
      ["Where", "Cost", "Time"],
      ["Main centres, orders above R1 000", "Free", "2 to 3 working days"],
      ["Main centres, smaller orders", "R 99,00", "2 to 3 working days"],
      ["Elsewhere in South Africa", "R 149,00", "4 to 7 working days"],
      ["Botswana, Lesotho, Eswatini, Namibia", "R 450,00", "7 to 14 working days"],
    ),
    section("Ways to pay"),
    paragraph(
      "We accept Visa, Mastercard, instant EFT, SnapScan and cash in our stores. Orders above R2 000 can be paid in six monthly instalments without interest. Gift cards are valid for three years from the day of purchase.",
    ),
  ],
};

const catalogue: DemoDocument = {
  fileName: "Product Catalogue.pdf",
  audience: "external",
  title: "Product Catalogue",
  subtitle: "Thula Home & Outdoor, spring and summer 2026.",
  parts: [
    section("Kettle braai 57 cm (BR-2001)"),
    paragraph(
      "A kettle braai with a porcelain-enamelled bowl and lid, a hinged cooking grid of stainless steel and an ash catcher that empties without tools. The 57 cm grid feeds eight people. It burns charcoal, briquettes or wood. Weight 15,5 kg.",
    ),
    section("Gas braai with three burners (BR-2004)"),
    paragraph(
      "Three stainless steel burners give 10,5 kW, with a side burner for sauces and a cast-iron griddle. It runs on a 9 kg LPG cylinder, which is not included. A regulator and hose are in the box. The gas braai must be used outdoors only.",
    ),
    section("Cordless hedge trimmer 18 V (GT-1031)"),
    paragraph(
      "Blade length 52 cm, cuts branches of up to 18 mm. The 2.0 Ah battery lasts about 45 minutes and charges in one hour. The same battery fits all tools of the Thula 18 V range. Weight with battery 2,7 kg.",
    ),
    section("Petrol lawnmower 46 cm (GT-1040)"),
    paragraph(
      "A four-stroke engine of 140 cc with easy start, seven cutting heights from 25 to 75 mm and a grass box of 55 litres. It suits lawns of up to 1 200 square metres. Use unleaded petrol 95 and SAE 30 oil; the oil is changed every 25 hours of use.",
    ),
    nextPage,
    section("Family tent for eight (CA-3005)"),
    paragraph(
      "Three rooms and a standing height of 2,1 m. The flysheet withstands a water column of 3 000 mm and has taped seams. Two people pitch it in about 25 minutes. Packed size 78 by 32 by 32 cm, weight 19 kg. Groundsheet and repair kit are included.",
    ),
    section("Sleeping bag comfort 5 °C (CA-3010)"),
    paragraph(
      "A mummy-shaped sleeping bag with hollow-fibre filling for spring to autumn. Comfort temperature 5 °C, limit 0 °C. For people of up to 1,95 m. Machine washable at 30 °C on a gentle cycle, do not tumble dry.",
    ),
    section("Cooler box 45 litres (CA-3022)"),
    paragraph(
      "Keeps ice for up to four days at 32 °C. The lid seals with a rubber gasket and doubles as a seat for up to 120 kg. A drain plug empties the melt water.",
    ),
    section("Patio set (BR-2021)"),
    paragraph(
      "A table of 150 by 90 cm with a top of eucalyptus wood and four stackable chairs of powder-coated aluminium. Oil the wood twice a year. The set is delivered flat-packed; assembly takes about 40 minutes and needs no special tools.",
    ),
    section("Where to find us"),
    paragraph(
      "Our stores are open from Monday to Friday from 08:30 to 18:00, on Saturdays from 08:30 to 16:00 and on Sundays and public holidays from 09:00 to 13:00. The online shop at thula.example is always open. Customer care answers on WhatsApp and at help@thula.example from 08:00 to 20:00 every day.",
    ),
  ],
};

const returns: DemoDocument = {
  fileName: "Returns Policy.docx",
  audience: "external",
  title: "Returns Policy",
  subtitle: "Thula Home & Outdoor. How to return, exchange or repair what you bought.",
  parts: [
    section("1. Changed your mind"),
    paragraph(
      "You can return unused products in their original packaging within 30 days of purchase and choose a refund, an exchange or a store credit. Bring the receipt, or the order number for online purchases.",
    ),
    paragraph(
      "For online orders you may cancel within seven days of delivery under the Electronic Communications and Transactions Act without giving a reason. You pay only the direct cost of returning the goods.",
    ),
    topic("What cannot be returned"),
    list(
      "Gift cards and gas cylinders",
      "Plants, seed and fertiliser once opened",
      "Products that were made or cut to size for you",
      "Sleeping bags and inflatable mattresses without their hygiene seal, unless they are defective",
    ),
    section("2. Defective products"),
    paragraph(
      "If a product is defective within six months of delivery, the Consumer Protection Act lets you choose between a repair, a replacement and a refund. We collect large items free of charge. After six months the manufacturer's warranty applies; its length is printed in the price list.",
    ),
    paragraph(
      "Keep the product, the receipt and the serial number at hand when you contact us. A repair takes 14 working days at most; if it takes longer we lend you a replacement.",
    ),
    section("3. How refunds are paid"),
    paragraph(
      "Refunds are paid in the way you paid: card refunds take five to seven working days, EFT refunds two working days, and cash purchases are refunded in cash up to R2 000 and by EFT above that. Delivery costs are refunded only when the product was defective or the wrong one was sent.",
    ),
    section("4. How to return a product"),
    list(
      "In any store, at the customer service desk",
      "By courier: ask for a collection on WhatsApp or at help@thula.example. Collection costs R99 in main centres and is free for defective products",
      "At any Pargo pickup point, with the printed return label",
    ),
    section("5. Exchanges"),
    paragraph(
      "An exchange for another size or colour is free of charge once for each purchase. If the price of the product has fallen in the meantime, you receive the price on your receipt.",
    ),
  ],
};

export const demoDocuments: readonly DemoDocument[] = [handbook, leave, prices, catalogue, returns];
