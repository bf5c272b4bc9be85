import { useState } from "react";

/** A picture, or the initials of the name where there is none or it does not load. */
export function Avatar({ name, imageUrl }: { name: string; imageUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  const initials = name
    .split(/[\s@.]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-ochre-tint text-sm font-bold text-ochre-ink"
    >
      {imageUrl && !broken ? (
        <img src={imageUrl} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        initials
      )}
    </span>
  );
}
