import { type KeyboardEvent, useId, useState } from "react";
import { withField, Select, type SelectProps } from "./field.tsx";

interface ChoiceSelectProps extends Omit<SelectProps, "value" | "onChange"> {
  value: string;
  onChoose: (value: string) => void;
}

/** Whether a key changes the option of a closed menu: arrow and paging keys, or the first letter of an option. */
const isChoosing = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  (/^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(key) || (key.length === 1 && key !== " "));

/**
 * A select whose choice takes effect at once. By keyboard it takes effect only on Enter, because browsers change the
 * option of a closed menu with every arrow key; Escape, or leaving the select, cancels the choice.
 */
export function ChoiceSelect({ value, onChoose, ...rest }: ChoiceSelectProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [byKey, setByKey] = useState(false);
  const hintId = useId();
  const isWaiting = draft !== null && draft !== value;

  function choose(chosen: string): void {
    setDraft(null);
    setByKey(false);
    if (chosen !== value) onChoose(chosen);
  }

  function handleKey(event: KeyboardEvent<HTMLSelectElement>): void {
    if (isChoosing(event)) setByKey(true);
    if (event.key === "Escape" && isWaiting) {
      event.stopPropagation();
      setDraft(null);
    }
    if (event.key !== "Enter" || !isWaiting) return;
    event.preventDefault();
    choose(draft);
  }

  return (
    <>
      <Select
        {...rest}
        {...(isWaiting ? { "aria-describedby": hintId } : {})}
        value={draft ?? value}
        onKeyDown={handleKey}
        onPointerDown={() => setByKey(false)}
        onBlur={() => {
          setDraft(null);
          setByKey(false);
        }}
        onChange={(event) => (byKey ? setDraft(event.target.value) : choose(event.target.value))}
      />
      <p id={hintId} role="status" className="text-xs text-ink-soft empty:hidden">
        {isWaiting && "Press Enter to apply, Esc to cancel"}
      </p>
    </>
  );
}

export const ChoiceField = withField(ChoiceSelect);
