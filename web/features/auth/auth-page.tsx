import { type ComponentProps, type ReactNode, useState } from "react";
import { Link } from "wouter";
import { paths } from "../../../contract/screens.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Form, unlessAtField } from "../../ui/form.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ThemeToggle } from "../../ui/theme.tsx";
import { RequestError } from "../../request.ts";

interface AuthPageProps {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

export function AuthPage({ title, intro, children }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)]">
      <title>{`${title} · Sizana`}</title>
      <main className="flex flex-col px-4 py-6 sm:px-10">
        <div className="flex items-center justify-between">
          <Link href={paths.home} aria-label="Sizana home page" className="w-fit rounded-lg">
            <Logo />
          </Link>
          <ThemeToggle className="text-ink-soft hover:bg-sunken hover:text-ink" />
        </div>
        <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10">
          <h1 className="text-2xl font-bold tracking-tight wrap-anywhere sm:text-3xl">{title}</h1>
          <p className="mt-2 text-ink-soft">{intro}</p>
          <div className="mt-8">{children}</div>
        </div>
      </main>
      <Pitch />
    </div>
  );
}

function Pitch() {
  return (
    <aside className="relative hidden overflow-hidden bg-rail text-rail-ink lg:block">
      <div aria-hidden className="beadwork absolute inset-y-0 -left-1/2 w-[200vh] origin-top-left h-5" />
      <div className="flex h-full flex-col justify-center px-14 xl:px-20">
        <p className="max-w-md font-display text-3xl leading-tight font-bold">
          No more “Where does it say that?”
        </p>
        <p className="mt-5 max-w-sm text-lg text-rail-soft">
          Every answer shows its source. Open it to see the page with the passage highlighted.
        </p>
      </div>
    </aside>
  );
}

interface AuthFormProps extends Pick<ComponentProps<typeof Form>, "noValidate" | "onSubmit" | "children"> {
  submitLabel: string;
  mutation: { isPending: boolean; error: Error | null };
  /** Turns an error into the message to show, null for none; by default the server's message. */
  failure?: (error: Error) => string | null;
}

export function AuthForm({ submitLabel, mutation, failure = failureMessage, ...props }: AuthFormProps) {
  const { children, ...form } = props;
  const problem = mutation.error && failure(mutation.error);
  return (
    <Form {...form} error={mutation.error} className="grid gap-5">
      {problem && <FormError>{problem}</FormError>}
      {children}
      <SubmitButton label={submitLabel} size="large" pending={mutation.isPending} />
    </Form>
  );
}

/** An error of the form as a whole rather than of one field. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className={`rounded-lg bg-danger-tint px-4 py-3 text-sm font-medium text-danger-ink ${unlessAtField}`}
    >
      {children}
    </p>
  );
}

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
