import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { announceFailure } from "../failure-toast.ts";
import { toCsv } from "../format/csv.ts";
import { Button } from "./button.tsx";

interface ExportButtonProps {
  /** What is exported, such as "tickets": part of the file's name, too. */
  what: string;
  header: readonly string[];
  /** Reads every row of the list as it is filtered now. */
  load: () => Promise<(string | number | null)[][]>;
}

/** Saves a list as a file for spreadsheets. */
export function ExportButton({ what, header, load }: ExportButtonProps) {
  const [pending, setPending] = useState(false);

  async function save(): Promise<void> {
    setPending(true);
    try {
      const text = toCsv([header, ...(await load())]);
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
      variant="secondary"
      size="small"
      pending={pending}
      aria-label={`Export CSV of ${what}`}
      onClick={() => void save()}
    >
      {!pending && <FileSpreadsheet aria-hidden className="size-4" />}
      Export CSV
    </Button>
  );
}
