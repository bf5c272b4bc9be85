import { PlugZap } from "lucide-react";
import { RequestError } from "../request.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface ReadFailedProps {
  /** What could not be read, such as "tickets". */
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Stands where something could not be read from the server. */
export function ReadFailed({ what, error, onRetry }: ReadFailedProps) {
  const forbidden = error instanceof RequestError && error.status === 403 ? error.sentence : null;
  return (
    <div role="alert">
      <EmptyState
        icon={PlugZap}
        tone="danger"
        title={`Failed to load ${what}`}
        description={forbidden ?? "Please try refreshing the page"}
        action={
          !forbidden && (
            <Button variant="secondary" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      />
    </div>
  );
}
