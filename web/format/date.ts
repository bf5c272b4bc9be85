const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** A day such as "21 Nov 2026", in the reader's time zone. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}
