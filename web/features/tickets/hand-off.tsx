import { LifeBuoy } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { useHandOff } from "./api.ts";

interface HandOffProps {
  organizationId: string;
  sessionId: string;
  /** How much room there is: in the head of a conversation, or under an answer. */
  variant: "ghost" | "secondary";
}

/** Makes a ticket of a conversation. */
export function HandOff({ organizationId, sessionId, variant }: HandOffProps) {
  const handOff = useHandOff(organizationId, sessionId);
  if (handOff.data) {
    // The conversation says so itself, with the way to the ticket.
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
