/** Phrases that an English edit replaced by the plainer ones in the comments. They must not come back. */
const quaint: RegExp[] = [
  /\be-mail\w*/giu, // email
  /\bany more\b/giu, // no longer
  /\b(?:whoever|nobody|somebody)\b/giu, // the person who, no one, someone
  /\bput (?:this )?away\b/giu, // dismiss, discard
  /\bgive back\b/giu, // release
  /\bat Meta\b/giu, // in Meta
  /\bis none\b/giu, // is not
  /\bno such\b/giu, // doesn't exist
  /\bstand(?:s)? (?:in|on)\b/giu, // is in, is based on
  /\ba mail\b|\bletters?\b(?! of)/giu, // an email
  /\bwritten answers?\b/giu, // curated answers
  /\banew\b/giu, // again
  /\b(?:in|of) other words\b/giu,
  /\bin this time\b/giu, // in this period
  /\b(?:once|try) more\b/giu, // again
  /\bone a line\b/giu, // one per line
  /\bgiven (?:from now on|to it|word for word)\b/giu, // used
  /\binvalid input\b|\btoo (?:small|big): expected\b/giu, // the field in words
];

/** The quaint phrases in a text. */
export const quaintPhrases = (text: string): string[] => quaint.flatMap((phrase) => text.match(phrase) ?? []);
