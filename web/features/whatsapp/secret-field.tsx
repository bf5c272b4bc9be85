import type { ComponentProps } from "react";
import { InputField } from "../../ui/field.tsx";

/** Masked, and never offered the password of the person who types here. */
export function SecretField(props: Omit<ComponentProps<typeof InputField>, "type" | "autoComplete">) {
  return <InputField {...props} type="password" autoComplete="new-password" />;
}
