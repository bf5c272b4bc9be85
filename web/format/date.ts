const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });

/** A day such as "21 Nov 2026", in the reader's time zone. */
export const formatDate = (iso: string): string => day.format(new Date(iso));

/** A time such as "21 Nov 2026, 14:05", in the reader's time zone. */
export const formatDateTime = (iso: string): string => dayAndTime.format(new Date(iso));

/** A recent time such as "Sat 14:05", in the reader's time zone. */
export const formatTime = (iso: string): string => time.format(new Date(iso));

/** The browser's time zone; undefined if it is none that a person can choose. */
export const browserTimeZone = (): string | undefined =>
  Intl.supportedValuesOf("timeZone").find(
    (zone) => zone === Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
