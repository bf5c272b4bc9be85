import { Download, FileX, MapPin, Paperclip } from "lucide-react";
import { mapAddress } from "../../contract/limits.ts";
import type { MessageFile } from "../../contract/message-files.ts";
import { formatFileSize } from "../format/file-size.ts";

/** A customer's message: text, a location, or a file to view, play or download. */
export function CustomerText({ content, file }: { content: string; file: MessageFile | null }) {
  if (file)
    return (
      <span className="grid gap-2">
        {file.url !== null && <FilePreview file={file} url={file.url} />}
        <FileLine file={file} />
        {file.caption !== null && <span>{file.caption}</span>}
      </span>
    );
  const [text, place, ...rest] = content.split(`\n${mapAddress}`);
  // Customers can type such an address themselves, so only exactly the form that the server writes becomes a link.
  if (place === undefined || rest.length > 0 || !/^-?[\d.e-]+&mlon=-?[\d.e-]+$/.test(place)) return content;
  return (
    <>
      {text}
      <a
        href={`${mapAddress}${place}`}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-1 flex items-center gap-1.5 font-semibold text-accent-text underline underline-offset-4"
      >
        <MapPin aria-hidden className="size-4 shrink-0" />
        Open map
      </a>
    </>
  );
}

function FilePreview({ file, url }: { file: MessageFile; url: string }) {
  const player = { controls: true, preload: "metadata", src: url, "aria-label": file.name };
  switch (file.shownAs) {
    case "image":
      return (
        <a href={url} target="_blank" rel="noopener noreferrer" className="w-fit">
          <img
            src={url}
            alt={file.caption ?? file.name}
            loading="lazy"
            className="max-h-80 max-w-full rounded-lg"
          />
        </a>
      );
    case "audio":
      return <audio {...player} className="w-72 max-w-full" />;
    case "video":
      return <video {...player} className="max-h-80 max-w-full rounded-lg" />;
    case null:
      return null;
  }
}

function FileLine({ file: { name, sizeBytes, state, reason, url } }: { file: MessageFile }) {
  const size = sizeBytes === null ? "" : ` (${formatFileSize(sizeBytes)})`;
  if (url !== null) {
    return (
      <a
        href={url}
        download={name}
        className="flex items-center gap-1.5 font-semibold text-accent-text underline underline-offset-4"
      >
        <Download aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">Download</span>
        {`${name}${size}`}
      </a>
    );
  }
  const Icon = state === "waiting" ? Paperclip : FileX;
  return (
    <span className="flex items-start gap-1.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-semibold">{`${name}${size}`}</span>
        <span className="block text-ink-soft">
          {state === "waiting"
            ? "Fetching this file from WhatsApp…"
            : (reason ?? "This file is not available.")}
        </span>
      </span>
    </span>
  );
}
