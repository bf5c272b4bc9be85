import { type ComponentProps, useId } from "react";

/** A visually hidden radio button, for a label that shows its state; it keeps arrow keys working. */
export function HiddenRadio({ onChoose, ...rest }: ComponentProps<"input"> & { onChoose: () => void }) {
  return <input type="radio" {...rest} onChange={onChoose} className="sr-only" />;
}

interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full gap-0.5 rounded-xl border border-line bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex h-9 cursor-pointer items-center rounded-lg px-3 text-sm font-semibold whitespace-nowrap text-ink-soft transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
        >
          <HiddenRadio
            name={name}
            value={option.value}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
