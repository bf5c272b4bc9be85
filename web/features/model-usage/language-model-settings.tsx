import { Sparkles } from "lucide-react";
import type { ModelUsage } from "../../../contract/model-usage.ts";
import { useMay } from "../../current-organization.tsx";
import { Card } from "../../ui/card.tsx";
import { problemOf, QueryState } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useCalibrations, useEmbeddingProgress, useModelUsage } from "./api.ts";
import { BudgetForm } from "./budget.tsx";

export function LanguageModelSettings() {
  return (
    <>
      <LanguageModelUsage />
      <EmbeddingProgressCard />
      <CalibrationCard />
    </>
  );
}

function LanguageModelUsage() {
  const mayManage = useMay("manage the language model");
  const usage = useModelUsage();
  const { data } = usage;
  if (problemOf(usage) || !data)
    return <QueryState query={usage} what="language model usage" skeleton="h-40" />;
  if (data.model === null) return howToSetUp;
  return (
    <>
      <Card
        title="Language model"
        description={`${data.model.name} writes the answers in the chat, on WhatsApp, through the webhook and in ticket drafts. Every sentence is checked against your documents first.`}
        inner="grid gap-5"
      >
        {data.state !== "within" && (
          <p role="status" className="rounded-xl bg-ochre-tint px-4 py-3 text-sm font-medium text-ochre-ink">
            {budgetNotices[data.state]}
          </p>
        )}
        <ThisMonth usage={data} currency={data.model.currency} />
      </Card>
      {mayManage && (
        <BudgetForm key={data.budgetMicros} budgetMicros={data.budgetMicros} currency={data.model.currency} />
      )}
    </>
  );
}

const budgetNotices = {
  near: "You have used more than 80% of this month's budget. When it is used up, answers are quoted from your documents.",
  used_up:
    "This month's budget is used up. Answers are quoted from your documents until next month or until you raise the budget.",
};

function ThisMonth({ usage, currency }: { usage: ModelUsage; currency: string }) {
  const { answers, inputTokens, outputTokens, costMicros, budgetMicros } = usage;
  const figures = [
    ["Spent this month", inCurrency(costMicros, currency)],
    ["Monthly budget", budgetMicros === null ? "No limit" : inCurrency(budgetMicros, currency)],
    ["Answers generated", answers.toLocaleString("en-ZA")],
    ["Tokens in / out", `${inputTokens.toLocaleString("en-ZA")} / ${outputTokens.toLocaleString("en-ZA")}`],
  ];
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-4">
        {figures.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="mt-0.5 text-lg font-semibold wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {budgetMicros ? (
        <BudgetMeter percent={Math.min(100, (costMicros / budgetMicros) * 100)} state={usage.state} />
      ) : null}
    </div>
  );
}

function BudgetMeter({ percent, state }: { percent: number; state: ModelUsage["state"] }) {
  return (
    <div
      role="meter"
      aria-label="Budget used this month"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full rounded-full ${state === "within" ? "bg-fynbos-ink" : "bg-ochre-ink"}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

const variables = `LLM_BASE_URL=https://api.openai.com/v1
LLM_API_KEY=…
LLM_MODEL=…
LLM_PRICE_INPUT=…
LLM_PRICE_OUTPUT=…`;

const howToSetUp = (
  <Card
    title="Language model"
    description="No model connected. Answers are exact quotes, and no data leaves this server."
    inner="grid max-w-2xl gap-3 text-sm"
  >
    <p className="flex gap-2.5">
      <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      With a model, answers are written in full sentences. A sentence is shown only if your documents support
      it. Otherwise you get an exact quote, as you do now.
    </p>
    <p>
      Your administrator can connect any service with an OpenAI-compatible chat completions API (OpenAI,
      Azure, Mistral, vLLM, Ollama, LM Studio, LiteLLM). Set these environment variables and restart the
      server:
    </p>
    <pre
      tabIndex={0}
      aria-label="Environment variables"
      className="overflow-x-auto rounded-xl border border-line bg-sunken p-4 font-mono text-xs"
    >
      {variables}
    </pre>
    <p className="text-ink-soft">
      Prices are per million tokens, in rand unless LLM_CURRENCY is set. Once connected, questions and the
      passages found for them are sent to that service.
    </p>
  </Card>
);

/** Formats millionths of a currency. Amounts under a cent keep more digits. */
function inCurrency(micros: number, currency: string): string {
  const amount = micros / 1_000_000;
  const isTiny = amount > 0 && amount < 0.01;
  return amount.toLocaleString("en-ZA", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: isTiny ? 4 : 2,
  });
}

/** How many passages are embedded, if an embedding server is configured. */
function EmbeddingProgressCard() {
  const progress = useEmbeddingProgress();
  if (problemOf(progress)) return <QueryState query={progress} what="the embeddings" />;
  if (progress.data === undefined || progress.data.model === null) return null;
  const { model, passages, embedded, searched } = progress.data;
  return (
    <Card
      title="Search by meaning"
      description={`${model} finds passages that match a question's meaning, not only its words. Passages and questions are sent to its server.`}
    >
      <div role="status" className="grid gap-3 p-5 text-sm sm:p-6">
        <p className="tabular-nums">{progressSentence(embedded, passages)}</p>
        {!searched && (
          <p className="rounded-xl bg-ochre-tint px-4 py-3 font-medium text-ochre-ink">
            There are too many passages to search by meaning in memory, so search uses their words only. To
            search by meaning, run this server on PostgreSQL with pgvector 0.8 or newer.
          </p>
        )}
      </div>
    </Card>
  );
}

function progressSentence(embedded: number, passages: number): string {
  if (passages === 0)
    return "No passages yet. Passages are embedded automatically when you upload a document.";
  const progress = `${embedded.toLocaleString("en-ZA")} of ${passages.toLocaleString("en-ZA")} passages embedded.`;
  return embedded < passages
    ? `${progress} Until they are embedded, the others are searched by their words only.`
    : progress;
}

/** What the confidence of answers is calibrated on. Renders nothing before the first calibration. */
function CalibrationCard() {
  const calibrations = useCalibrations();
  if (problemOf(calibrations)) return <QueryState query={calibrations} what="the calibration" />;
  if (!calibrations.data || calibrations.data.length === 0) return null;
  return (
    <Card
      title="Confidence"
      description="How often answers with this confidence were right, measured on questions with known answers."
    >
      <ul className="grid gap-2 p-5 text-sm sm:p-6">
        {calibrations.data.map(({ engine, questions, calibratedAt }) => (
          <li key={engine} className="wrap-anywhere">
            <span className="font-medium">{engine === "extractive" ? "Quotes" : engine}:</span> calibrated on{" "}
            {questions.toLocaleString("en-ZA")} questions <RelativeTime iso={calibratedAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
