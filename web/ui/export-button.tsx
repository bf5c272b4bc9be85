import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useOrganizationId } from "../current-organization.tsx";
import { showErrorToast } from "./toast-store.ts";
import { toCsv } from "../format/csv.ts";
import { organizationPath } from "../organization-api.ts";
import { requestAll } from "../request.ts";
import { MutationButton } from "./button.tsx";
import { saveFile } from "./save-file.ts";

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
      saveFile(toCsv([Object.keys(columns), ...cells]), { name: what, type: "csv" });
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
