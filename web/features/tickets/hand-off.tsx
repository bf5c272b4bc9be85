import { LifeBuoy } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { useHandOff } from "./api.ts";

interface HandOffProps {
  organizationId: string;
  sessionId: string;
  /** "ghost" in the header of a conversation, "secondary" below an answer. */
  variant: "ghost" | "secondary";
}

/** A button that hands a conversation over to a person. */
export function HandOff({ organizationId, sessionId, variant }: HandOffProps) {
  const handOff = useHandOff(organizationId, sessionId);
  if (handOff.data) {
    // The conversation itself shows the hand-off with a link to the ticket.
    return (
      <span role="status" className="text-sm">
        Handed over: {handOff.data.ticketNumber}
      </span>
    );
  }
  return (
    <Button
      variant={variant}
      size="small"
      pending={handOff.isPending}
      onClick={() => handOff.mutate()}
      icon={LifeBuoy}
    >
      Hand over to a person
    </Button>
  );
}
