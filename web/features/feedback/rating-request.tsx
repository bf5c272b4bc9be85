import { Star } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorText } from "../../ui/form.tsx";
import { useRatingLink } from "./api.ts";

export function RatingRequest({ ticketId }: { ticketId: string }) {
  const link = useRatingLink(ticketId);
  return (
    <Card
      title="Ask for a rating"
      description="Send this link to the customer. WhatsApp customers are asked automatically."
      inner="grid gap-3"
    >
      {link.isPending && <p className="text-sm text-ink-soft">Creating link…</p>}
      {link.isError && (
        <>
          <ErrorText>Couldn't create the link.</ErrorText>
          <Button size="small" onClick={() => void link.refetch()} icon={Star} label="Try again" />
        </>
      )}
      {link.data && (
        <>
          <code className="rounded-lg bg-sunken px-3 py-2 font-mono text-xs break-all">{link.data.link}</code>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-xs text-ink-soft">Expires in 30 days.</p>
            <CopyButton text={link.data.link} what="the rating link" />
          </div>
        </>
      )}
    </Card>
  );
}
