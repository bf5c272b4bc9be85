import { randomUUID } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { paths } from "../../../contract/screens.ts";
import { usersByEmail } from "../../auth/accounts.ts";

const changes = {
  password_changed: "Your password was changed",
  connection_added: "Single sign-on was connected to your account",
  connection_removed: "Single sign-on was disconnected from your account",
  totp_added: "An authenticator app was added to your account",
  totp_removed: "The authenticator app was removed from your account",
  passkey_added: "A passkey was added to your account",
  passkey_removed: "A passkey was removed from your account",
  recovery_codes_made: "New recovery codes were created for your account",
} as const;

/** Changes that the account's holder is informed of by email. */
export type AccountChange = keyof typeof changes;

/** Emails the account's holder once `trx` commits, where email is set up. */
export async function notifyAccountHolder(
  { mail, config }: Pick<Context, "mail" | "config">,
  trx: Transaction,
  holder: { id: string; email: string },
  change: AccountChange,
): Promise<void> {
  await mail.send(trx, holder.id, {
    to: holder.email,
    subject: `${changes[change]} (Sizana)`,
    text: [
      `${changes[change]}.`,
      "If this was you, you can ignore this email.",
      `If this wasn't you, set a new password now. This signs out all sessions:\n${config.publicUrl}/reset-password`,
      `Then check your sign-in methods under Settings, Profile:\n${config.publicUrl}/settings`,
    ].join("\n\n"),
  });
}

/** Emails the link that completes a sign-up or, if the address has an account already, how to sign in to it. */
export async function mailConfirmation(
  { mail, config }: Pick<Context, "mail" | "config">,
  trx: Transaction,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const holder = await usersByEmail(trx, email).select(["id", "email"]).executeTakeFirst();
  const { publicUrl } = config;
  const message =
    holder === undefined
      ? {
          to: email,
          subject: "Finish signing up for Sizana",
          // In the fragment, which is never sent to a server and so never logged.
          text: `Open this link to finish signing up:\n${publicUrl}${paths.confirmSignUp}#${token}\n\nThe link works once and expires in a day. If you didn't sign up, ignore this email.`,
        }
      : {
          to: holder.email,
          subject: "You already have an account with Sizana",
          text: `You tried to sign up with this email address, but it already has an account.\n\nSign in:\n${publicUrl}/sign-in\n\nForgot your password? Set a new one:\n${publicUrl}/reset-password\n\nIf it wasn't you, ignore this email.`,
        };
  // The queue takes turns by sender; a new user has no id yet.
  await mail.send(trx, holder?.id ?? randomUUID(), message);
}
