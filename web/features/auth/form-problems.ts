import { useState } from "react";
import { RequestError } from "../../request.ts";

export function emailProblem(email: string): string | undefined {
  if (!email.trim()) return "Enter your email address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(email.trim()) ? undefined : "Enter a valid email address.";
}

export function failureMessage(error: Error): string {
  if (error instanceof RequestError) {
    return error.serverMessage ?? "Something went wrong on our side. Try again in a moment.";
  }
  return "Can't reach Sizana. Check your connection and try again.";
}

/** Errors of form fields by name. `check` shows them, focuses the first and returns whether there are none. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Partial<Record<Field, string | undefined>>>({});
  function check(form: HTMLFormElement, found: Record<Field, string | undefined>): boolean {
    setProblems(found);
    const first = [...form.querySelectorAll("input")].find(({ name }) => found[name as Field] !== undefined);
    first?.focus();
    return first === undefined;
  }
  return { problems, check };
}
