import { Star } from "lucide-react";
import { clsx } from "clsx";
import { HiddenRadio } from "../../ui/segments.tsx";

const positions = [1, 2, 3, 4, 5];

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="inline-flex gap-0.5">
      {positions.map((position) => (
        <Star
          key={position}
          aria-hidden
          className={`size-4 ${position <= rating ? "fill-[#d98e04] text-[#d98e04]" : "text-line-strong/60"}`}
        />
      ))}
    </span>
  );
}

const meanings = ["Very poor", "Poor", "Okay", "Good", "Excellent"] as const;

interface StarChoiceProps {
  /** The name of the radio buttons; must be unique on the page. */
  name: string;
  legend: string;
  value: number | null;
  onChoose: (rating: number) => void;
  isLarge?: boolean;
}

/** A choice of one to five stars, made of radio buttons so that the arrow keys work. */
export function StarChoice({ name, legend, value, onChoose, isLarge = false }: StarChoiceProps) {
  return (
    <fieldset className="inline-flex items-center">
      <legend className="sr-only">{legend}</legend>
      {positions.map((rating) => (
        <label
          key={rating}
          title={meanings[rating - 1]}
          className={clsx(
            "cursor-pointer rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus",
            isLarge ? "p-1.5" : "p-1",
          )}
        >
          <HiddenRadio
            name={name}
            value={rating}
            checked={rating === value}
            onChoose={() => onChoose(rating)}
          />
          <span className="sr-only">{`${rating} of 5: ${meanings[rating - 1]}`}</span>
          <Star
            aria-hidden
            className={clsx(
              isLarge ? "size-9 sm:size-10" : "size-4.5",
              rating <= (value ?? 0)
                ? "fill-[#d98e04] text-[#d98e04]"
                : "text-line-strong hover:text-[#d98e04]",
            )}
          />
        </label>
      ))}
    </fieldset>
  );
}
