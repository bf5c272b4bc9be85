import { FileText } from "lucide-react";

/** An illustration of the product: a question, its answer, and the source page. */
export function AnswerPicture() {
  return (
    <figure
      role="img"
      aria-label="A question about family leave, answered with a quote from page 3 of a leave policy"
      className="relative mx-auto w-full max-w-xl select-none"
    >
      <div aria-hidden className="beadwork absolute inset-x-6 -top-3 h-6 rounded-t-xl" />
      <div aria-hidden className="relative rounded-2xl border border-line bg-surface p-4 shadow-float sm:p-6">
        <p className="ml-auto w-fit max-w-[85%] rounded-2xl rounded-br-md bg-accent px-4 py-2.5 text-sm text-on-accent">
          How many days of family leave do I get?
        </p>
        <div className="mt-4 w-fit max-w-[92%] rounded-2xl rounded-bl-md bg-sunken px-4 py-3 text-sm">
          <p>An employee is entitled to five days of paid family responsibility leave in each leave year.</p>
          <p className="mt-2.5 flex flex-wrap items-center gap-2">
            <span className="inline-flex items-center gap-1.5 rounded-full border border-line-strong/50 bg-surface px-2.5 py-1 text-xs font-semibold">
              <FileText className="size-3.5 text-accent-text" />
              Leave Policy, page 3
            </span>
            <span className="text-xs text-ink-soft">Confidence 94%</span>
          </p>
        </div>
        <div className="mt-5 ml-auto w-[88%] rotate-1 rounded-lg border border-line bg-paper px-5 pt-4 pb-5 text-[0.72rem] leading-relaxed text-ink-soft shadow-card">
          <p className="flex justify-between font-semibold">
            <span className="text-ink">4. Family responsibility leave</span>
            <span>3</span>
          </p>
          <p className="mt-1.5">
            This section applies to everyone who has worked here for longer than four months.{" "}
            <mark className="text-ink">
              An employee is entitled to five days of paid family responsibility leave in each leave year
            </mark>{" "}
            when a child is born or sick, or when a member of the close family dies.
          </p>
        </div>
      </div>
    </figure>
  );
}
