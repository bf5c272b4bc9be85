import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";

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
      `If this wasn't you, set a new password now. It signs out all sessions:\n${config.publicUrl}/reset-password`,
      `Then check your sign-in methods under Settings, Profile:\n${config.publicUrl}/settings`,
    ].join("\n\n"),
  });
}
