import { useState } from "react";
import { Card } from "../../ui/card.tsx";
import { ChoiceField } from "../../ui/choice-select.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-list.tsx";
import { useRetention, useSetRetention } from "./api.ts";

const options = [
  { value: "", label: "Never" },
  ...[3, 6, 12, 24].map((months) => ({ value: String(months), label: `${months} months` })),
];

const hint =
  "Counted from the last message or change. Files, ratings and your team's chats with the assistant are deleted too. Open tickets and conversations that wait for a person are kept.";

const aboutCustomers =
  "To export or delete the data of one customer, open one of their conversations or tickets and choose “Personal data”.";

const monthsOf = (value: string) => (value === "" ? null : (Number(value) as 3 | 6 | 12 | 24));

/** Sets after how long the organization's conversations and closed tickets are deleted. */
export function RetentionCard() {
  const retention = useRetention();
  const save = useSetRetention();
  const [asking, setAsking] = useState<string | null>(null);
  const set = (value: string): void =>
    save.mutate({ months: monthsOf(value) }, { onSettled: () => setAsking(null) });
  return (
    <Card title="Personal data" inner="grid max-w-2xl gap-4">
      <QueryState query={retention} what="the setting" skeleton="h-11" />
      {retention.data && (
        <ChoiceField
          label="Delete conversations and closed tickets after"
          hint={hint}
          value={String(retention.data.months ?? "")}
          options={options}
          disabled={save.isPending}
          onChoose={(value) => (value === "" ? set(value) : setAsking(value))}
        />
      )}
      <p className="text-sm text-ink-soft">{aboutCustomers}</p>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={`Delete after ${asking} months?`}
        description={`Conversations and closed tickets without activity for ${asking} months will be deleted from now on, beginning within ten minutes. You cannot undo this.`}
        confirmLabel="Delete old conversations"
        pending={save.isPending}
        onConfirm={() => set(asking ?? "")}
      />
    </Card>
  );
}
