import { useQuery } from "@tanstack/react-query";
import type { Calibration } from "../../../contract/model-usage.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** What the confidence shown with answers is calibrated on; nothing before the first calibration. */
export function CalibrationCard({ organizationId }: { organizationId: string }) {
  const calibrations = useQuery<Calibration[]>({
    queryKey: ["/api/organizations", organizationId, "calibrations"],
    refetchOnMount: "always",
  });
  if (calibrations.isError) return <QueryState query={calibrations} what="the calibration" />;
  if (!calibrations.data || calibrations.data.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title="Confidence"
        description="How often answers with this confidence have been right, on questions with known answers."
      />
      <ul className="grid gap-2 p-5 text-sm sm:p-6">
        {calibrations.data.map(({ engine, questions, calibratedAt }) => (
          <li key={engine} className="wrap-anywhere">
            <span className="font-medium">{engine === "extractive" ? "Quotes" : engine}:</span> calibrated on{" "}
            {questions.toLocaleString("en-ZA")} questions <RelativeTime iso={calibratedAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
