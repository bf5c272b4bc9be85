import { z } from "zod";

export const Id = z.uuid();

/** ISO 8601 in UTC, as JSON carries it. */
export const Timestamp = z.iso.datetime();

const textWithout = (controls: RegExp) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text.isWellFormed() && !controls.test(text),
      "This contains characters that aren't text. Remove them and try again.",
    );

/**
 * One trimmed line of text. Every text in a request is a `Line` or a `Text`, because PostgreSQL cannot store
 * U+0000, and half a surrogate pair would come back as another character.
 */
export const Line = textWithout(/[\u0000-\u001f\u007f-\u009f]/);

/** Text that may contain line breaks and tabs. */
export const Text = textWithout(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);

/** A line, or a text, of at most `max` characters; `what` names it in the error message. */
export const lineUpTo = (max: number, what: string) =>
  Line.max(max, `Use at most ${max} characters for ${what}.`);
export const textUpTo = (max: number, what: string) =>
  Text.max(max, `Use at most ${max} characters for ${what}.`);

/** A name of the IANA time zone database, such as "Africa/Johannesburg". Other names of a zone become its usual one. */
export const TimeZone = Line.max(64).transform((name, context) => {
  const zone = usualZone(name);
  if (zone === undefined) context.addIssue("Choose a time zone such as Africa/Johannesburg.");
  return zone ?? z.NEVER;
});

function usualZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return ["UTC", ...Intl.supportedValuesOf("timeZone")].find((zone) => zone === timeZone);
  } catch {
    return undefined;
  }
}

/** A repeated key marks a retry of the same request; with another body it is refused. */
export const IdempotencyHeaders = z.looseObject({ "idempotency-key": Line.min(1).max(200).optional() });

/** A page of a list: at most `limit` rows, after the row that `cursor` names. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: Line.max(200).optional(),
});
export type Paging = z.infer<typeof Paging>;

/** A question that a member enters for a curated answer or a golden question. */
export const Question = textUpTo(500, "the question").min(1, "Write the question first.");

/** A field of a form that may be left empty, which means absent. */
export const emptyAsAbsent = (schema: z.ZodType<string>) =>
  schema.transform((text) => text || undefined).nullish();

export const keyIn = <Name extends string>(table: Record<Name, string>) =>
  z.enum(Object.keys(table) as Name[]);

/** A member as others see them. */
export const Person = z.object({
  id: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
});
export type Person = z.infer<typeof Person>;

/** Who uploaded or wrote something. */
export const Author = Person.pick({ firstName: true, email: true });

/** Who a document is for, and who asks. Documents of one audience never answer the other. */
export const Audience = z.enum(["internal", "external"]);
export type Audience = z.infer<typeof Audience>;

/** A page of a list of one audience or, without `type`, of both. */
export const AudiencePaging = Paging.extend({ type: Audience.optional() });
export type AudiencePaging = z.infer<typeof AudiencePaging>;

export const Role = z.enum(["owner", "admin", "agent", "viewer"]);
export type Role = z.infer<typeof Role>;
