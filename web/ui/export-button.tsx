import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { useOrganizationId } from "../current-organization.tsx";
import { announceFailure } from "./toast-store.ts";
import { toCsv } from "../format/csv.ts";
import { organizationPath } from "../organization-queries.ts";
import { requestAll } from "../request.ts";
import { Button } from "./button.tsx";

/** The columns of a spreadsheet, in order: the title of each, and its cell for a row. */
export type Columns<Row> = Record<string, (row: Row) => string | number | null>;

interface ExportButtonProps<Row> {
  /** What is exported, as the screen and the file name say it. */
  what: string;
  /** The noun of the list in addresses, if it is another. */
  list?: string;
  columns: Columns<Row>;
  /** The rows; by default all of the organization that the filter lets through are read. */
  rows?: Row[];
  filter?: object;
}

export function ExportButton<Row>({ what, list = what, columns, rows, filter }: ExportButtonProps<Row>) {
  const organizationId = useOrganizationId();
  const [pending, setPending] = useState(false);

  async function save(): Promise<void> {
    setPending(true);
    try {
      const all = rows ?? (await requestAll<Row>(organizationPath(organizationId, list), filter));
      const cells = all.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
      const text = toCsv([Object.keys(columns), ...cells]);
      const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = `${what.replaceAll(" ", "-")}-${new Date().toISOString().slice(0, 10)}.csv`;
      link.click();
      URL.revokeObjectURL(address);
    } catch (error) {
      announceFailure(error as Error, `Failed to export ${what}`);
    }
    setPending(false);
  }

  return (
    <Button
      size="small"
      icon={FileSpreadsheet}
      pending={pending}
      aria-label={`Export CSV of ${what}`}
      onClick={() => void save()}
      label="Export CSV"
    />
  );
}
