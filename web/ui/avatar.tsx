import { clsx } from "clsx";
import { useState } from "react";

interface AvatarProps {
  name: string;
  imageUrl: string | null;
  size?: "medium" | "large";
}

export function Avatar({ name, imageUrl, size = "medium" }: AvatarProps) {
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
      className={clsx(
        "grid shrink-0 place-items-center overflow-hidden rounded-full bg-ochre-tint font-bold text-ochre-ink",
        size === "large" ? "size-18 text-xl" : "size-10 text-sm",
      )}
    >
      {imageUrl && !broken ? (
        <img src={imageUrl} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        initials
      )}
    </span>
  );
}
