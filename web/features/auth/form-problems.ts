import { RequestError } from "../../request.ts";

/** Error messages by field name. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

/** What is wrong with an email address, if anything. */
export function emailProblem(email: string): string | undefined {
  if (!email.trim()) return "Enter your email address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(email.trim()) ? undefined : "Enter a valid email address.";
}

/** What to tell the person when a request failed. */
export function failureSentence(error: Error): string {
  if (error instanceof RequestError) {
    return error.sentence ?? "Something went wrong on our side. Try again in a moment.";
  }
  return "Can't reach Sizana. Check your connection and try again.";
}

/** Moves the focus to the first field of the form that has a problem. */
export function focusFirst(form: HTMLFormElement, problems: Problems<string>): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && problems[element.name]) {
      element.focus();
      return;
    }
  }
}
