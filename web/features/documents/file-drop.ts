import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "../../ui/toast-store.ts";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Calls `onFile` with a file that is dropped anywhere on the page, and returns whether one is being dragged. Pass
 * `isDisabled` while a dialog handles dropped files.
 */
export function useFileDrop(isDisabled: boolean, onFile: (file: File) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const acceptFiles = useEffectEvent((files: FileList) => {
    const [file, ...more] = files;
    if (more.length > 0)
      toast({ title: "One file at a time", description: "Drop a single PDF or Word file." });
    else if (file) onFile(file);
  });
  useEffect(() => {
    if (isDisabled) return undefined;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setIsDragging(true);
    };
    const leave = (event: DragEvent): void => {
      // Without a `relatedTarget`, the file was dragged out of the window.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(false);
      if (event.dataTransfer) acceptFiles(event.dataTransfer.files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [isDisabled]);
  return isDragging && !isDisabled;
}
