import type { ComponentProps } from "react";
import { InputField } from "../../ui/field.tsx";

/** A secret: masked, and not filled in with the person's own password. */
export function SecretField(props: Omit<ComponentProps<typeof InputField>, "type" | "autoComplete">) {
  return <InputField {...props} type="password" autoComplete="new-password" />;
}
