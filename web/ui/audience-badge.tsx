import type { Audience } from "../../contract/common.ts";
import { Badge } from "./badge.tsx";

/** Whether something is for customers or for staff. */
export function AudienceBadge({ type }: { type: Audience }) {
  return (
    <Badge tone={type === "external" ? "orange" : "blue"}>
      {type === "external" ? "Customers" : "Staff"}
    </Badge>
  );
}
