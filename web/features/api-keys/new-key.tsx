import { CopyButton } from "../../ui/copy-button.tsx";
import { toast } from "../../ui/toast-store.ts";

/** A key that has just been made: the only time that it is shown. */
export function NewKey({ name, value }: { name: string; value: string }) {
  return (
    <div role="status" className="rounded-xl bg-fynbos-tint p-4 text-sm text-fynbos-ink">
      <p className="font-semibold">
        Your new key “{name}”. Store it somewhere safe. It will not be shown again.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 basis-56 font-mono text-xs break-all">{value}</code>
        <CopyButton
          text={value}
          what="the API key"
          onCopied={() => toast({ title: "API Key Copied", description: "The key is on your clipboard." })}
        />
      </div>
    </div>
  );
}
