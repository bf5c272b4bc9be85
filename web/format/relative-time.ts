const steps: { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: "year", seconds: 365 * 86_400 },
  { unit: "month", seconds: 30 * 86_400 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** How long ago `then` was, with a suffix: "3 minutes ago". Both in milliseconds since 1970. */
export function formatRelativeTime(then: number, now: number): string {
  // The browser's clock may be behind the server's, but a past time must never be shown as in the future.
  const elapsed = Math.max(0, (now - then) / 1000);
  const step = steps.find(({ seconds }) => elapsed >= seconds);
  return step ? format.format(-Math.floor(elapsed / step.seconds), step.unit) : "less than a minute ago";
}
