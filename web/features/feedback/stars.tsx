import { Star } from "lucide-react";
import { clsx } from "clsx";

const positions = [1, 2, 3, 4, 5];

/** A row of five stars, as many filled as the rating says. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="inline-flex gap-0.5">
      {positions.map((position) => (
        <Star
          key={position}
          aria-hidden
          className={clsx(
            "size-4",
            position <= rating ? "fill-[#d98e04] text-[#d98e04]" : "text-line-strong/60",
          )}
        />
      ))}
    </span>
  );
}
