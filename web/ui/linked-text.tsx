/** A web address, without the punctuation that ends the sentence around it. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/;

/** A text whose web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, index) =>
    // Splitting by a pattern with one group puts each match at an odd place.
    index % 2 === 0 ? (
      part
    ) : (
      <a
        key={index}
        href={part}
        target="_blank"
        rel="noopener noreferrer"
        className="font-semibold text-accent-text underline underline-offset-4"
      >
        {part}
      </a>
    ),
  );
}
