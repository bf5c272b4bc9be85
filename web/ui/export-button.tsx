import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useOrganizationId } from "../current-organization.tsx";
import { showErrorToast } from "./toast-store.ts";
import { toCsv } from "../format/csv.ts";
import { organizationPath } from "../organization-queries.ts";
import { requestAll } from "../request.ts";
import { MutationButton } from "./button.tsx";

/** The columns of a CSV file, in order: each title with the function that returns its cell for a row. */
export type Columns<Row> = Record<string, (row: Row) => string | number | null>;

interface ExportButtonProps<Row> {
  /** What is exported, as named in the label and the file name. */
  what: string;
  /** The resource in API paths, if it differs from `what`. */
  list?: string;
  columns: Columns<Row>;
  /** The rows to export; by default all rows of the organization that match `filter` are fetched. */
  rows?: Row[];
  filter?: Record<string, string>;
}

export function ExportButton<Row>({ what, list = what, columns, rows, filter }: ExportButtonProps<Row>) {
  const organizationId = useOrganizationId();
  const save = useMutation({
    mutationFn: async () => {
      const all = rows ?? (await requestAll<Row>(organizationPath(organizationId, list), filter));
      const cells = all.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
      const text = toCsv([Object.keys(columns), ...cells]);
      const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = `${what.replaceAll(" ", "-")}-${new Date().toISOString().slice(0, 10)}.csv`;
      link.click();
      URL.revokeObjectURL(address);
    },
    onError: (error) => showErrorToast(error, `Failed to export ${what}`),
  });
  return (
    <MutationButton
      size="small"
      icon={FileSpreadsheet}
      mutation={save}
      aria-label={`Export CSV of ${what}`}
      label="Export CSV"
    />
  );
}
