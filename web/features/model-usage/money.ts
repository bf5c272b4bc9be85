/** Money in millionths as a person reads it; amounts under a cent are not rounded away. */
export function inCurrency(micros: number, currency: string): string {
  const amount = micros / 1_000_000;
  const isTiny = amount > 0 && amount < 0.01;
  return amount.toLocaleString("en-ZA", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: isTiny ? 4 : 2,
  });
}
