import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers. */
  what: string;
  onCopied?: () => void;
}

/** Copies a text and confirms it on the button. */
export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  const Icon = isCopied ? Check : Copy;

  async function copy(): Promise<void> {
    if (!(await copyText(text))) return;
    setCopied(text);
    onCopied?.();
  }

  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      onClick={() => void copy()}
      icon={Icon}
    >
      {isCopied ? "Copied" : "Copy"}
    </Button>
  );
}
