import { Inbox } from "lucide-react";
import { Link } from "wouter";
import { paths } from "../../../contract/screens.ts";
import type { Conversation } from "../../../contract/inbox.ts";
import { useUser } from "../../current-organization.tsx";
import { personName } from "../../format/person-name.ts";
import { settingsPath } from "../../paths.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { Badge, channelBadges, optionsOf } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { FilterSelects, SearchInput } from "../../ui/field.tsx";
import { useFilterInUrl } from "../../ui/filter-in-url.ts";
import { QueryList, hasRows, rowsOf, EmptyState, NothingFound } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { customerOf, type InboxFilter, noFilter, useConversations, useInboxSummary } from "./api.ts";
import { useInboxPath } from "./inbox-path.ts";

/** Conversations with customers: waiting ones first, then those with the newest messages. */
export function ConversationList({ openId }: { openId: string | null }) {
  const [filter, setFilter] = useFilterInUrl(noFilter);
  const sent = { ...filter, search: useDebounced(filter.search.trim()) };
  const list = useConversations(sent);
  const waiting =
    rowsOf(useConversations({ ...sent, show: sent.show === "all" ? "waiting" : sent.show })) ?? [];
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const isFiltered = sent.search !== "" || sent.show !== "all" || sent.channel !== "";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Filters filter={filter} onChange={setFilter} />
      {hasRows(list) && (
        <div className="px-3 pb-3 sm:px-4">
          <ExportButton what="conversations" columns={exportColumns} filter={{ ...sent, limit: "100" }} />
        </div>
      )}
      <QueryList
        list={list}
        what="conversations"
        className="min-h-0 flex-1 overflow-y-auto border-t border-line"
        rows={{ label: "Conversations" }}
        arrange={(rows) => [...waiting, ...rows.filter(({ id }) => !waitingIds.has(id))]}
        skeleton="m-4 h-20"
        empty={isFiltered ? <NothingFound what="conversations" /> : noConversations}
      >
        {(conversation) => (
          <Row key={conversation.id} conversation={conversation} isOpen={conversation.id === openId} />
        )}
      </QueryList>
    </div>
  );
}

const exportColumns: Columns<Conversation> = {
  Title: ({ title }) => title,
  Channel: ({ channel }) => channelBadges[channel].label,
  "Customer name": ({ customerName }) => customerName,
  "Customer phone": ({ customerPhone }) => customerPhone,
  "Assigned to": ({ owner }) => owner && personName(owner),
  "Waiting for a person since": ({ personRequestedAt }) => personRequestedAt,
  Ticket: ({ ticket }) => ticket && ticket.ticketNumber,
  "Customer's last message": ({ lastCustomerMessage }) => lastCustomerMessage,
  "Last message at": ({ lastMessageAt }) => lastMessageAt,
};

const { whatsapp, webhook } = channelBadges;
const channels = [{ value: "", label: "All channels" }, ...optionsOf({ whatsapp, webhook })];

function Filters({ filter, onChange }: { filter: InboxFilter; onChange: (filter: InboxFilter) => void }) {
  const { waiting, takenOver, mine } = useInboxSummary().data ?? {};
  const withCount = (label: string, count = 0): string => (count > 0 ? `${label} (${count})` : label);
  const statuses = [
    { value: "all", label: "All" },
    { value: "waiting", label: withCount("Waiting", waiting) },
    { value: "taken_over", label: withCount("Taken over", takenOver) },
    { value: "mine", label: withCount("Mine", mine) },
  ];
  return (
    <div className="grid grid-cols-2 gap-2.5 p-3 sm:p-4">
      <SearchInput
        label="Search conversations"
        placeholder="Search name or number…"
        value={filter.search}
        onText={(search) => onChange({ ...filter, search })}
        className="col-span-2"
      />
      <FilterSelects
        filter={filter}
        onChange={onChange}
        className="min-w-0"
        choices={[
          { name: "show", what: "status", options: statuses },
          { name: "channel", what: "channel", options: channels },
        ]}
      />
    </div>
  );
}

function Row({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const inboxPath = useInboxPath();
  const { id, channel, type, lastCustomerMessage, lastMessageAt } = conversation;
  return (
    <li>
      <Link
        href={inboxPath(id)}
        aria-current={isOpen ? "true" : undefined}
        className="block border-l-4 border-transparent px-4 py-3 -outline-offset-4 transition-colors hover:bg-sunken/60 aria-[current]:border-accent aria-[current]:bg-sunken"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-semibold">{customerOf(conversation)}</span>
          <span className="shrink-0 text-xs text-ink-soft">
            <RelativeTime iso={lastMessageAt} />
          </span>
        </span>
        <span className="mt-0.5 block truncate text-sm text-ink-soft">{lastCustomerMessage}</span>
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          <Badge {...channelBadges[channel]} />
          {type === "internal" && <Badge tone="outline" label="Internal" />}
          <StatusBadge conversation={conversation} />
        </span>
      </Link>
    </li>
  );
}

function StatusBadge({ conversation: { owner, personRequestedAt } }: { conversation: Conversation }) {
  const { id } = useUser();
  if (owner) return <Badge tone="blue" label={owner.id === id ? "Assigned to you" : personName(owner)} />;
  return personRequestedAt && <Badge tone="orange" label="Waiting for a person" />;
}

const noConversations = (
  <EmptyState
    icon={Inbox}
    title="No conversations yet"
    description="Customer messages from WhatsApp and the webhook appear here."
    action={
      <>
        <LinkButton href={paths.whatsapp} size="small" label="Connect WhatsApp" />
        <LinkButton href={settingsPath("webhooks")} size="small" label="Use the webhook" />
      </>
    }
  />
);
