import { Switch as Radix } from "radix-ui";

interface SwitchProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that takes effect at once. */
export function Switch({ label, onChange, ...rest }: SwitchProps) {
  return (
    <Radix.Root
      {...rest}
      aria-label={label}
      onCheckedChange={onChange}
      className="inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-transparent bg-line-strong p-0.5 transition-colors disabled:opacity-60 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="size-4.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-5" />
    </Radix.Root>
  );
}
