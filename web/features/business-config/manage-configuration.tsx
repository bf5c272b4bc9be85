import { Settings2 } from "lucide-react";
import { useState } from "react";
import type { BusinessConfig } from "../../../contract/business-config.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useChangeConfig, useRemoveConfig } from "./api.ts";
import { topicOf } from "./to-title.ts";

/** The button and its dialog to turn a configuration and its topics on or off, or to remove the configuration. */
export function ManageConfiguration({ config, name }: { config: BusinessConfig; name: string }) {
  const [shown, setShown] = useState<"topics" | "removal" | null>(null);
  const close = (): void => setShown(null);
  const remove = useRemoveConfig();
  return (
    <>
      <Button size="small" aria-label={`Manage ${name}`} onClick={() => setShown("topics")} icon={Settings2}>
        Manage
      </Button>
      {shown === "topics" && (
        <Dialog onClose={close} title={`Manage ${name}`} className="sm:w-[32rem]">
          <ConfigurationSwitches config={config} name={name} />
          <div className="flex flex-wrap justify-between gap-3 border-t border-line p-5">
            <Button variant="ghost" onClick={() => setShown("removal")} label="Remove" />
            <Button variant="secondary" onClick={close} label="Done" />
          </div>
        </Dialog>
      )}
      <ConfirmDialog
        open={shown === "removal"}
        onOpenChange={close}
        title={`Remove ${name}?`}
        description="This removes its topics, templates and workflows. You can apply it again at any time."
        confirmLabel="Remove"
        pending={remove.isPending}
        onConfirm={() => remove.mutate(config.id, { onSettled: close })}
      />
    </>
  );
}

function ConfigurationSwitches({ config, name }: { config: BusinessConfig; name: string }) {
  const { id, isActive, settings } = config;
  const change = useChangeConfig();
  return (
    <div className="grid gap-5 overflow-y-auto p-5 text-sm">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0">
          <span className="block font-semibold">Use {name}</span>
          <span className="text-ink-soft">Turn this off to stop it from affecting answers.</span>
        </p>
        <Switch
          label={`Use ${name}`}
          checked={isActive}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ id, isActive: isOn })}
        />
      </div>
      <div className="border-t border-line pt-5">
        <h3 className="font-sans font-semibold">Topics</h3>
        <p className="text-ink-soft">
          Customers who ask about a disabled topic are offered a person instead of an answer.
        </p>
        <ul className="mt-3 grid gap-2.5">
          {Object.entries(settings).map(([flag, enabled]) => (
            <li key={flag} className="flex items-center justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">{topicOf(flag)}</span>
              <Switch
                label={topicOf(flag)}
                checked={enabled}
                disabled={change.isPending}
                onChange={(isOn) => change.mutate({ id, settings: { [flag]: isOn } })}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
