import { expect, test } from "vitest";
import { best } from "../../../test/table-questions.ts";

const services = `
Services
Service | Price, Child | Price, Adult | Ready in
Basic service | R 350,00 | R 550,00 | 2 working days
Full service | R 650,00 | R 1 150,00 | 4 working days
Race preparation | – | R 1 800,00 | 5 working days`;

test.each([
  ["most expensive service?", "Race preparation, Price, Adult: R 1 800,00 (highest of 3, Services)"],
  ["cheapest service?", "Basic service, Price, Child: R 350,00 (lowest of 3, Services)"],
  ["cheapest service for an adult?", "Basic service, Price, Adult: R 550,00 (lowest of 3, Services)"],
])("columns under one heading are compared together: %s", (question, content) => {
  expect(best(services, question)?.content).toBe(content);
});

const bikes = `
E-bikes
Model | Battery (Wh) | Range (km) | Charging time (h) | Price (R)
City | 360 | 50 | 4 | 19 990
Cargo | 630 | 90 | 6.5 | 42 750`;

test.each([
  ["which e-bike has the longest range", "Cargo, range: 90 km (highest of 2, E-bikes)"],
  ["which e-bike goes furthest", "Cargo, range: 90 km (highest of 2, E-bikes)"],
  ["which e-bike charges fastest", "City, charging time: 4 h (lowest of 2, E-bikes)"],
])("units in headings tell what is compared: %s", (question, content) => {
  expect(best(bikes, question)?.content).toBe(content);
});
