// In a file of their own, so that the browser can use them without loading zod.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The largest accepted file, in bytes: 10 MB. */
export const maxDocumentBytes = 10_485_760;

/** The largest object that can be uploaded by a signed address, in bytes: 1 GB. */
export const maxObjectBytes = 1_073_741_824;
/** The smallest part of a multipart upload, except the last one: 5 MB. */
export const minPartBytes = 5_242_880;
export const maxParts = 10_000;
/** How long a signed address is valid: seven days. */
export const addressLifetimeSeconds = 604_800;

/** The maximum number of characters in a question, or in a customer's message for a ticket. */
export const maxQuestionLength = 4000;

/** The maximum number of characters in a message from staff to a customer; WhatsApp accepts 4096. */
export const maxReplyLength = 4000;

/** How long a hand-off can be undone. */
export const undoWithinMs = 60_000;

/** Shown when WhatsApp no longer accepts a message to this customer. */
export const windowClosedSentence =
  "WhatsApp's 24-hour window has closed. You can reply again when the customer writes.";

/** Shown instead of a stored secret. */
export const maskedSecret = "••••••••";

/** The largest profile picture, in bytes and on each side: 256 kB, 1024 pixels. */
export const maxPictureBytes = 262_144;
export const maxPicturePixels = 1024;

/** How far back a page can catch up with events. */
export const maxCatchUpMs = 60_000;

/** The header of a reply that names the next page; absent at the end. */
export const nextCursorHeader = "x-next-cursor";

/** The message of a shared location ends in a URL that begins like this. No other URL of a customer becomes a link. */
export const mapAddress = "https://www.openstreetmap.org/?mlat=";
