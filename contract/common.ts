import { z } from "zod";

export const Id = z.uuid();

/** ISO 8601 in UTC, as JSON carries it. */
export const Timestamp = z.iso.datetime();

const controls = /[\u0000-\u001f\u007f-\u009f]/;
const controlsButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * One trimmed line of text. Every text in a request is a `Line` or a `Text`, because PostgreSQL cannot store
 * U+0000, and half a surrogate pair would come back as another character.
 */
export const Line = z
  .string()
  .trim()
  .refine(
    (text) => text.isWellFormed() && !controls.test(text),
    "This contains characters that aren't text. Remove them and try again.",
  );

/** Text that may hold line breaks and tabs. */
export const Text = z
  .string()
  .trim()
  .refine(
    (text) => text.isWellFormed() && !controlsButBreaks.test(text),
    "This contains characters that aren't text. Remove them and try again.",
  );

/** A question that somebody writes down for the assistant. */
export const Question = Text.min(1, "Write the question first.").max(
  500,
  "Use at most 500 characters for the question.",
);

/** For a field of a form that was left empty. */
export const absentWhenEmpty = (text: string): string | undefined => (text === "" ? undefined : text);

/** A member as others see them. */
export const Person = z.object({
  id: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
});
export type Person = z.infer<typeof Person>;

/** Who a document is for, and who asks. Documents of one audience never answer the other. */
export const Audience = z.enum(["internal", "external"]);
export type Audience = z.infer<typeof Audience>;

export const Role = z.enum(["owner", "admin", "agent", "viewer"]);
export type Role = z.infer<typeof Role>;
