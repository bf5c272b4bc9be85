import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

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

/** Code or an address, with a button that copies it. */
export function CodeToCopy(props: CopyButtonProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 flex-1 basis-56 font-mono text-xs break-all">{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}

/** A value that is shown only once, such as a new key. */
export function ShownOnce({ children, ...code }: CopyButtonProps & { children: ReactNode }) {
  return (
    <div role="status" className="grid gap-2 rounded-xl bg-fynbos-tint p-4 text-sm text-fynbos-ink">
      <p className="font-semibold">{children}</p>
      <CodeToCopy {...code} />
    </div>
  );
}
