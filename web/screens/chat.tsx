import { useState } from "react";
import type { Audience } from "../../contract/common.ts";
import { useCustomerGreeting } from "../features/business-config/api.ts";
import { useTabInUrl, Tab, TabList, TabPanel, Tabs } from "../ui/tabs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AssistantChat } from "./assistant-chat.tsx";

const tabs = ["internal", "external"] as const satisfies Audience[];

export function ChatScreen() {
  const [tab, setTab] = useTabInUrl<Audience>(tabs);
  // A tab that was opened stays mounted, so that it keeps its conversation.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([tab]));
  const greeting = useCustomerGreeting(tab === "external").data;
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  return (
    <div className="flex flex-col gap-5 lg:h-[calc(100dvh-4rem)]">
      <PageHeader title="AI Assistant" subtitle="Test and interact with your knowledge base" />
      <Tabs value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col gap-4">
        <TabList aria-label="Who is asking" className="self-start">
          <Tab value="internal">Internal Support</Tab>
          <Tab value="external">Customer Support</Tab>
        </TabList>
        {tabs.map((type) => (
          <TabPanel
            key={type}
            value={type}
            forceMount
            className="min-h-0 flex-1 data-[state=inactive]:hidden"
          >
            {opened.has(type) && (
              <AssistantChat
                type={type}
                greeting={type === "external" ? greeting : undefined}
                className="h-[calc(100dvh-15rem)] min-h-112 lg:h-full"
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
