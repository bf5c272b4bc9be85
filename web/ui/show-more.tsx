import { Button } from "./button.tsx";

interface ShowMoreProps {
  /** The next page is on its way. */
  pending: boolean;
  onClick: () => void;
}

/** The end of a list that has another page. */
export function ShowMore({ pending, onClick }: ShowMoreProps) {
  return (
    <div className="border-t border-line p-4 text-center">
      <Button variant="secondary" pending={pending} onClick={onClick}>
        Show more
      </Button>
    </div>
  );
}
