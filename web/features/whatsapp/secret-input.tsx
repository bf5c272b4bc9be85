import type { ComponentProps } from "react";
import { Input } from "../../ui/field.tsx";

/** Masked, and never offered the password of the person who types here. */
export function SecretInput(props: Omit<ComponentProps<"input">, "type" | "autoComplete">) {
  return <Input {...props} type="password" autoComplete="new-password" />;
}
