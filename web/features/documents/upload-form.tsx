import Uppy, { type Body, type Meta } from "@uppy/core";
import type { LocalUppyFile } from "@uppy/core/utils";
import Dashboard from "@uppy/dashboard";
import XHRUpload from "@uppy/xhr-upload";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import "./upload-form.css";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import { maxDocumentBytes } from "../../../contract/limits.ts";
import { announceFailure } from "../../failure-toast.ts";
import { isUnauthorized, RequestError } from "../../request.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useTheme } from "../../ui/theme.ts";
import { announceUnauthorized } from "../../unauthorized.ts";
import { type UploadStage, uploadNote, uploadStageLabels } from "./upload-stage.ts";

const dashboardSize = { width: 750, height: 550, thumbnailWidth: 280 };

interface UploadFormProps {
  endpoint: string;
  type: Audience;
  onSuccess: () => void;
}

/**
 * Sends the fields `type` and `file`. Uppy's own form would send a `type` too, but means the media type
 * by it, and the server wants to know who a document is for before its bytes arrive.
 */
function documentUpload(type: Audience) {
  return class extends XHRUpload<Meta, Body> {
    override createFormDataUpload(file: LocalUppyFile<Meta, Body>): FormData {
      const form = new FormData();
      form.append("type", type);
      if (file.data) form.append("file", file.data, file.name);
      return form;
    }
  };
}

function createUppy(endpoint: string, type: Audience): Uppy<Meta, Body> {
  const uppy = new Uppy<Meta, Body>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxDocumentBytes,
      allowedFileTypes: [".pdf", ".doc", ".docx"],
    },
  });
  return uppy.use(documentUpload(type), {
    endpoint,
    withCredentials: true,
    // A second attempt could store the document twice; the person decides.
    shouldRetry: () => false,
  });
}

/** Calls back with every stage of the upload, null when there is none. */
function followStages(uppy: Uppy<Meta, Body>, onStage: (stage: UploadStage | null) => void): void {
  uppy.on("upload", () => onStage("preparing"));
  uppy.on("upload-progress", (_file, { bytesUploaded, bytesTotal }) => {
    onStage(bytesTotal !== null && bytesUploaded >= bytesTotal ? "processing" : "uploading");
  });
  uppy.on("upload-error", () => onStage(null));
  uppy.on("cancel-all", () => onStage(null));
  uppy.on("file-removed", () => onStage(null));
}

/** Uppy leaves the list around a single list item unnamed, which screen readers trip over. */
function nameFileList(form: HTMLElement | null): void {
  form?.querySelector(".uppy-Dashboard-files")?.setAttribute("role", "list");
}

/** The error reply, as any other request raises it; null when there was no reply. */
function refusalOf(response: unknown): RequestError | null {
  if (!(response instanceof XMLHttpRequest) || response.status === 0) return null;
  return new RequestError(response.status, response.responseText, response.statusText);
}

export function UploadForm({ endpoint, type, onSuccess }: UploadFormProps) {
  const target = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [stage, setStage] = useState<UploadStage | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const succeed = useEffectEvent(onSuccess);

  useEffect(() => {
    if (!target.current) return undefined;
    const uppy = createUppy(endpoint, type);
    uppy.use(Dashboard, {
      target: target.current,
      inline: true,
      ...dashboardSize,
      theme,
      note: uploadNote,
      proudlyDisplayPoweredByUppy: false,
      hidePauseResumeButton: true,
      fileManagerSelectionType: "files",
      locale: {
        strings: { dropPasteFiles: "Drop a file here or %{browseFiles}", browseFiles: "choose one" },
      },
    });
    followStages(uppy, setStage);
    uppy.on("file-added", () => requestAnimationFrame(() => nameFileList(target.current)));
    uppy.on("upload", () => setRefusal(null));
    uppy.on("upload-success", () => succeed());
    uppy.on("upload-error", (_file, error, response) => {
      const reply = refusalOf(response);
      setRefusal(reply?.sentence ?? null);
      if (isUnauthorized(reply)) announceUnauthorized();
      announceFailure(reply ?? error, "Failed to upload document. Please try again.", "Upload Failed");
    });
    return () => uppy.destroy();
  }, [endpoint, type, theme]);

  return (
    <div className="min-h-0 flex-1 overflow-auto p-2 sm:p-5">
      <div ref={target} className="upload-form" />
      <div aria-live="polite" className="px-2 text-sm empty:hidden">
        {stage && (
          <p className="mt-3 flex items-center gap-2 font-semibold">
            <Spinner className="size-4 text-accent-text" />
            {uploadStageLabels[stage]}
          </p>
        )}
        {refusal && <p className="mt-3 font-medium text-danger-ink">{refusal}</p>}
      </div>
    </div>
  );
}
