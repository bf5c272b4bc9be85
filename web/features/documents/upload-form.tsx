import type { Body, Meta, Uppy } from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import "./upload-form.css";
import { Button, Spinner } from "../../ui/button.tsx";
import { isUnauthorized, request, RequestError } from "../../request.ts";
import { useTheme } from "../../ui/theme.tsx";
import { announceUnauthorized } from "../../unauthorized.ts";
import { dashboardSize } from "./upload-options.ts";
import { companionRetries, createUploadRetries, isRetryable, retryFile, statusOf } from "./upload-retries.ts";
import { createUppy, type UploadTarget } from "./upload-transports.ts";

const stageLabels = {
  /** No byte has been sent yet. */
  preparing: "Preparing...",
  uploading: "Uploading...",
  /** All bytes have been sent. */
  processing: "Processing...",
  waiting: "Connection lost. The upload continues when you are back online.",
};
type UploadStage = keyof typeof stageLabels;

const dashboardOptions = {
  inline: true,
  ...dashboardSize,
  note: "Only PDF and Word documents are allowed, up to 10MB each",
  proudlyDisplayPoweredByUppy: false,
  hidePauseResumeButton: true,
  // The form itself shows what failed.
  hideRetryButton: true,
  disableInformer: true,
  fileManagerSelectionType: "files",
  locale: { strings: { dropPasteFiles: "Drop a file here or %{browseFiles}", browseFiles: "choose one" } },
} as const;

/** Why a file was refused or its upload failed. */
interface Problem {
  message: string;
  /** What helps, if a file is chosen: sending it again or choosing another one. */
  remedy?: "retry" | "replace";
}

export interface UploadFormProps extends UploadTarget {
  /** A file that is already chosen, for example by dropping it on the page. */
  file: File | null;
  /** Called with true when an upload begins and with false when it ends without success. */
  onUploading: (isUploading: boolean) => void;
  onSuccess: () => void;
}

/** Reports each stage of the upload, or null when it ends without success. */
function followStages(uppy: Uppy<Meta, Body>, onStage: (stage: UploadStage | null) => void): void {
  uppy.on("upload", () => onStage("preparing"));
  uppy.on("upload-progress", (_file, { bytesUploaded, bytesTotal }) => {
    onStage(bytesTotal !== null && bytesUploaded >= bytesTotal ? "processing" : "uploading");
  });
  uppy.on("upload-error", () => onStage(null));
  uppy.on("file-removed", () => onStage(null));
}

function chooseFile(uppy: Uppy<Meta, Body>, file: File): void {
  try {
    uppy.addFile({ name: file.name, type: file.type, data: file });
  } catch {
    // Uppy rejected the file and shows the reason itself.
  }
}

function errorReplyOf(error: unknown, response: unknown): RequestError | null {
  if (error instanceof RequestError) return error;
  if (!(response instanceof XMLHttpRequest) || response.status === 0) return null;
  return new RequestError(response.status, response.responseText, response.statusText);
}

function problemOf(reply: RequestError | null): Problem {
  const reason = reply && reply.status !== 500 && reply.serverMessage;
  if (!reason) return { message: "Failed to upload document. Please try again.", remedy: "retry" };
  return { message: reason, remedy: isRetryable(reply.status) ? "retry" : "replace" };
}

/** Uppy's S3 uploader does not report the status of a reply, so this checks whether the person is signed out. */
async function detectSignOut(): Promise<void> {
  const result = await request("GET", "/api/auth/user").catch((error: unknown) => error);
  if (isUnauthorized(result)) announceUnauthorized();
}

interface Listeners {
  onStage: (stage: UploadStage | null) => void;
  onProblem: (problem: Problem | null) => void;
  onSuccess: () => void;
}

/** Follows an upload until the document is stored, retrying lost connections. Returns a function that stops it. */
function followUntilReady(
  uppy: Uppy<Meta, Body>,
  documentId: string | null,
  { onStage, onProblem, onSuccess }: Listeners,
): () => void {
  const retries = documentId === null ? createUploadRetries() : createUploadRetries(companionRetries);
  const complete = async (fileId: string, filePath: unknown): Promise<void> => {
    onStage("processing");
    try {
      if (documentId !== null) await request("PUT", `/api/documents/${documentId}/complete`, { filePath });
      retries.reset();
      onSuccess();
    } catch (error) {
      const again = (): void => void complete(fileId, filePath);
      if (statusOf(error, null) === 0 && retries.schedule(again)) onStage("waiting");
      else uppy.emit("upload-error", uppy.getFile(fileId), error as Error);
    }
  };
  followStages(uppy, onStage);
  uppy.on("upload", () => onProblem(null));
  uppy.on("file-added", () => onProblem(null));
  uppy.on("file-removed", () => onProblem(null));
  uppy.on("restriction-failed", (_file, { message }) => onProblem({ message }));
  uppy.on("s3-multipart:part-uploaded", () => retries.reset());
  uppy.on("file-removed", () => retries.reset());
  uppy.on("upload-success", (file, { body }) => void complete(file?.id ?? "", body?.["key"]));
  uppy.on("upload-error", (file, error, response) => {
    const status = error instanceof RequestError ? error.status : statusOf(error, response);
    // A form that received a reply must not be sent again, but the upload of an object can always be repeated.
    const canRetry =
      documentId === null || error instanceof RequestError ? status === 0 : isRetryable(status);
    if (file && canRetry && retries.schedule(() => retryFile(uppy, file.id))) return onStage("waiting");
    const reply = errorReplyOf(error, response);
    if (isUnauthorized(reply)) return announceUnauthorized();
    if (status === null) void detectSignOut();
    return onProblem(problemOf(reply));
  });
  return () => {
    retries.reset();
    uppy.destroy();
  };
}

export function UploadForm(props: UploadFormProps) {
  const { organizationId, type, documentId, file, onUploading, onSuccess } = props;
  const target = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const form = useRef<Uppy<Meta, Body>>(null);
  const [stage, setStage] = useState<UploadStage | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const succeed = useEffectEvent(onSuccess);
  const isUploading = stage !== null;
  useEffect(() => onUploading(isUploading), [onUploading, isUploading]);

  useEffect(() => {
    if (!target.current) return undefined;
    const uppy = createUppy({ organizationId, type, documentId });
    form.current = uppy;
    uppy.use(Dashboard, { target: target.current, ...dashboardOptions });
    // Uppy's list of files lacks its ARIA role.
    const addRole = () =>
      target.current?.querySelector(".uppy-Dashboard-files")?.setAttribute("role", "list");
    uppy.on("file-added", () => requestAnimationFrame(addRole));
    if (file) chooseFile(uppy, file);
    return followUntilReady(uppy, documentId, {
      onStage: setStage,
      onProblem: setProblem,
      onSuccess: () => succeed(),
    });
  }, [organizationId, type, documentId, file]);
  // Separate from the effect above, so that changing the theme doesn't cancel an upload.
  useEffect(() => form.current?.getPlugin("Dashboard")?.setOptions({ theme }), [theme]);

  return (
    <div className="min-h-0 flex-1 overflow-auto p-2 sm:p-5">
      {problem && (
        <div
          role="alert"
          className="mb-3 flex flex-wrap items-center gap-3 rounded-xl bg-danger-tint p-3 px-4"
        >
          <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere text-danger-ink">
            <strong className="block">Upload Failed</strong>
            {problem.message}
          </p>
          {problem.remedy === "retry" && (
            <Button size="small" onClick={() => void form.current?.retryAll()} label="Retry upload" />
          )}
          {problem.remedy === "replace" && (
            <Button size="small" onClick={() => form.current?.cancelAll()} label="Choose another file" />
          )}
        </div>
      )}
      <div ref={target} className="upload-form" data-waiting={stage === "waiting"} />
      <div aria-live="polite" className="px-2 text-sm empty:hidden">
        {stage && (
          <p className="mt-3 flex items-center gap-2 font-semibold">
            <Spinner className="size-4 text-accent-text" />
            {stageLabels[stage]}
          </p>
        )}
      </div>
    </div>
  );
}
