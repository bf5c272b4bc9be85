/**
 * Preparing: before the first byte. Uploading: bytes travel. Processing: the server takes it in. Waiting:
 * the connection was lost, and what is left is sent when it is back.
 */
export type UploadStage = "preparing" | "uploading" | "processing" | "waiting";

export const uploadStageLabels: Record<Exclude<UploadStage, "waiting">, string> = {
  preparing: "Preparing...",
  uploading: "Uploading...",
  processing: "Processing...",
};

export const lostConnectionNote = "Connection lost. The upload continues when you are back online.";

export const uploadNote = "Only PDF and Word documents are allowed, up to 10MB each";
