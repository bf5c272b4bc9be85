import { useState } from "react";
import type { Audience } from "../../contract/common.ts";
import { useCustomerGreeting } from "../features/business-config/api.ts";
import { ChatPanel } from "../features/conversations/chat-panel.tsx";
import { LabelledTabs, useTabInUrl } from "../ui/tabs.tsx";
import { filledScreen, PageHeader } from "../ui/page-header.tsx";

const labels = { internal: "Internal Support", external: "Customer Support" };
const tabs = ["internal", "external"] as const satisfies Audience[];

export function ChatScreen() {
  const [tab, setTab] = useTabInUrl<Audience>(tabs);
  // Once opened, a tab stays mounted so that it keeps its conversation.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([tab]));
  const greeting = useCustomerGreeting(tab === "external").data;
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  const chatOf = (type: Audience) => (
    <ChatPanel type={type} greeting={type === "external" ? greeting : undefined} className="h-full" />
  );
  return (
    <div className={filledScreen}>
      <div className="max-sm:sr-only">
        <PageHeader title="AI Assistant" subtitle="Test and interact with your knowledge base" />
      </div>
      <LabelledTabs
        label="Who is asking"
        value={tab}
        onValueChange={setTab}
        className="flex min-h-0 flex-1 flex-col gap-4"
        panel={{ forceMount: true, className: "min-h-0 flex-1 data-[state=inactive]:hidden" }}
        tabs={tabs.map((value) => ({
          value,
          label: labels[value],
          content: opened.has(value) && chatOf(value),
        }))}
      />
    </div>
  );
}
