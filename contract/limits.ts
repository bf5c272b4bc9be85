// On their own, so that the browser can use them without zod.

/** The largest accepted file, in bytes: 10 MB. */
export const maxDocumentBytes = 10_485_760;

/** The largest object that the upload mechanism takes in, in bytes: 1 GB. */
export const maxObjectBytes = 1_073_741_824;
/** Every part of an upload in parts but the last: 5 MB. */
export const minPartBytes = 5_242_880;
export const maxParts = 10_000;
/** How long a signed address is good for: seven days. */
export const addressLifetimeSeconds = 604_800;

/** Most characters that staff write to a customer at once; WhatsApp takes 4096. */
export const replyMaxLength = 4000;

/** Said where WhatsApp takes no message of the business any more. */
export const windowClosedSentence =
  "WhatsApp's 24-hour window has closed. You can reply again when the customer writes.";

/** What stands where a stored secret is. */
export const maskedSecret = "••••••••";

/** The largest profile picture, in bytes and on each side: 256 kB, 1024 pixels. */
export const maxPictureBytes = 262_144;
export const maxPicturePixels = 1024;
