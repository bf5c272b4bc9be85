/** Preparing: before the first byte. Uploading: bytes travel. Processing: the server takes it in. */
export type UploadStage = "preparing" | "uploading" | "processing";

export const uploadStageLabels: Record<UploadStage, string> = {
  preparing: "Preparing...",
  uploading: "Uploading...",
  processing: "Processing...",
};

export const uploadNote = "Only PDF and Word documents are allowed, up to 10MB each";
