import { LifeBuoy } from "lucide-react";
import { Link } from "wouter";
import { ticketPath } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { useHandOff } from "./api.ts";

interface HandOffProps {
  organizationId: string;
  sessionId: string;
  /** How much room there is: in the head of a conversation, or under an answer. */
  look: "ghost" | "secondary";
}

/** Makes a ticket of a conversation and leads to it. */
export function HandOff({ organizationId, sessionId, look }: HandOffProps) {
  const handOff = useHandOff(organizationId, sessionId);
  if (handOff.data) {
    const { id, ticketNumber } = handOff.data;
    return (
      <span role="status" className="text-sm">
        A person has it:{" "}
        <Link href={ticketPath(id)} className="font-semibold text-accent-text underline underline-offset-4">
          {ticketNumber}
        </Link>
      </span>
    );
  }
  return (
    <Button variant={look} size="small" pending={handOff.isPending} onClick={() => handOff.mutate()}>
      {!handOff.isPending && <LifeBuoy aria-hidden className="size-4" />}
      Hand over to a person
    </Button>
  );
}
