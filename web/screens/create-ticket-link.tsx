import { Link } from "wouter";
import { paths } from "../paths.ts";

/** Where to turn when the documents hold no answer. */
export function CreateTicketLink() {
  return (
    <Link href={paths.tickets} className="font-semibold text-accent-text underline underline-offset-4">
      Create a support ticket
    </Link>
  );
}
