import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Recovery codes"
      description="They won't be shown again."
      className="sm:w-110"
    >
      <div className="grid gap-4 overflow-y-auto p-5">
        <p className="text-sm">
          Store them somewhere safe, away from your phone. Each code signs you in once if you can't use your
          app or passkey.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 rounded-xl bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-between gap-3">
          <CopyButton text={codes.join("\n")} what="the recovery codes" />
          <Button onClick={onClose} label="I've saved them" />
        </div>
      </div>
    </Dialog>
  );
}
