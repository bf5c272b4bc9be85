import type { Audience } from "../../contract/common.ts";
import { Badge } from "./badge.tsx";

/** Who asks, or who is answered. */
export function AudienceBadge({ type }: { type: Audience }) {
  return (
    <Badge tone={type === "external" ? "orange" : "blue"}>
      {type === "external" ? "Customers" : "Staff"}
    </Badge>
  );
}
