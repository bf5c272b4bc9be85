import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** The token that Meta asks for, hidden until it is wanted. */
export function VerifyToken({ token }: { token: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="font-semibold">Webhook verify token</span>
      <code className="min-w-0 font-mono text-xs break-all">{shown ? token : "••••••••"}</code>
      <span className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          aria-label={shown ? "Hide the verify token" : "Show the verify token"}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </Button>
        <CopyButton text={token} what="the verify token" />
      </span>
    </div>
  );
}
