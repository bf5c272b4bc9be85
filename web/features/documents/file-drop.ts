import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "../../ui/toast-store.ts";

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Calls `onFile` with a file that is dropped anywhere on the page, and returns whether one is being dragged.
 * Does nothing while `isElsewhere` is true: then a dialog takes files.
 */
export function useFileDrop(isElsewhere: boolean, onFile: (file: File) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const take = useEffectEvent((files: FileList) => {
    const [file, ...more] = files;
    if (more.length > 0)
      toast({ title: "One file at a time", description: "Drop one PDF or Word file at a time." });
    else if (file) onFile(file);
  });
  useEffect(() => {
    if (isElsewhere) return undefined;
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      // Otherwise the browser would open the file instead of the page.
      event.preventDefault();
      setIsDragging(true);
    };
    const leave = (event: DragEvent): void => {
      // No `relatedTarget`: the file was dragged out of the window.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsDragging(false);
      if (event.dataTransfer) take(event.dataTransfer.files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [isElsewhere]);
  return isDragging && !isElsewhere;
}
