import { MailCheck } from "lucide-react";

/** Shown after signing up where mail is set up. */
export function CheckEmail({ email }: { email: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <MailCheck aria-hidden className="size-9 text-accent-text" />
      <h2 className="text-lg font-semibold">Check your email</h2>
      <p className="text-ink-soft">
        We sent a link to <strong className="wrap-anywhere text-ink">{email}</strong>. Open it within a day to
        finish signing up.
      </p>
      <p className="text-sm text-ink-soft">No email? Check your spam folder or sign up again.</p>
    </div>
  );
}
