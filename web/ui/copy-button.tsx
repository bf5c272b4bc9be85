import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers. */
  what: string;
  onCopied?: () => void;
}

export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;

  async function copy(): Promise<void> {
    if (!(await copyText(text))) return;
    setCopied(text);
    onCopied?.();
  }

  return (
    <Button
      size="small"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      onClick={() => void copy()}
      icon={isCopied ? Check : Copy}
      label={isCopied ? "Copied" : "Copy"}
    />
  );
}

export function CodeToCopy(props: CopyButtonProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 flex-1 basis-56 font-mono text-xs break-all">{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}

export function ShownOnce({ children, ...code }: CopyButtonProps & { children: ReactNode }) {
  return (
    <div role="status" className="grid gap-2 rounded-xl bg-fynbos-tint p-4 text-sm text-fynbos-ink">
      <p className="font-semibold">{children}</p>
      <CodeToCopy {...code} />
    </div>
  );
}

/** Copies a text to the clipboard. Returns whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Pages without HTTPS have no `navigator.clipboard`, but can copy selected text. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
