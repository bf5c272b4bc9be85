import { postToGraph, type GraphSender } from "../../clients/graph-api.ts";
import type { Context } from "../../context.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import { lockConversation } from "../../conversations/locks.ts";
import type { Turn } from "../../conversations/turns.ts";
import { withTenant } from "../../database/database.ts";
import type { JobHandlers, JobRun } from "../../jobs.ts";
import { answerNext, type AnswerWaiting, type AnswerWaitingTools } from "./answer-waiting.ts";
import {
  claimNext,
  deliverWaiting,
  recordOutcomes,
  type DeliverTools,
  type SendingJob,
  type Step,
} from "./deliver.ts";
import { fetchFile, isWorthAnotherRound } from "./fetch-file.ts";
import { readReceipt } from "./graph-message.ts";
import { processEvent } from "./process-event.ts";
import { askForRating, isRatingDue } from "./rating.ts";
import { languageOfConversation } from "../../conversations/hand-off/silence.ts";

/** A read receipt is optional, so an answer waits only this long for it. */
const receiptTimeoutMs = 2_000;
/** A job that finds its conversation busy comes back after this time. Most answers take longer to generate. */
const busyForSeconds = 5;

interface WhatsappTools extends DeliverTools, AnswerWaitingTools, Pick<Context, "questions" | "turns"> {}

type WhatsappJob = "whatsapp.receive" | "whatsapp.continue" | "whatsapp.fetch";

export function whatsappJobs(context: Context): Pick<JobHandlers, WhatsappJob> {
  return {
    "whatsapp.fetch": {
      run: (key, job) => fetchFile(context, key, job),
      exhausted: async (key) => {
        if (await isWorthAnotherRound(context, key)) await enqueueAgain(context, "whatsapp.fetch", key);
      },
    },
    "whatsapp.receive": {
      run: (key, { attempt, hasDied }) => processEvent({ ...context, attempt, hasDied }, key),
      // Nothing is lost: the event stays stored, and gets another round of attempts.
      exhausted: (key) => enqueueAgain(context, "whatsapp.receive", key),
    },
    "whatsapp.continue": {
      run: (key, job) => continueConversation(context, key, job),
      exhausted: (key) => enqueueAgain(context, "whatsapp.continue", key),
    },
  };
}

const nextRoundAfterSeconds = 1800;

async function enqueueAgain<Name extends WhatsappJob>(
  { db, jobs }: Pick<Context, "db" | "jobs">,
  name: Name,
  key: Parameters<JobHandlers[Name]["exhausted"]>[0],
  startAfterSeconds = nextRoundAfterSeconds,
): Promise<void> {
  const options = { startAfterSeconds };
  await withTenant(db, key.organizationId, (trx) => jobs.enqueue(trx, name, key, options));
}

/** Answers waiting messages, asks for a rating once the conversation is quiet, and sends. Each step can be repeated. */
async function continueConversation(tools: WhatsappTools, key: ConversationKey, run: JobRun): Promise<void> {
  const job: SendingJob = { ...run, unrecorded: new Map() };
  let reading: Promise<unknown> | undefined;
  // Shows the customer that their message was read and that an answer is being written.
  const onRead = (sender: GraphSender, wamid: string): void => {
    reading ??= postToGraph(tools.config.whatsapp.graphUrl, sender, readReceipt(wamid), receiptTimeoutMs);
  };
  try {
    const step = await answerAndClaim(tools, { key, onRead }, job);
    await reading;
    if (step !== null) await deliverWaiting(tools, key, job, step);
  } catch (error) {
    await recordOutcomes(tools, key, job);
    throw error;
  }
}

/**
 * Answers waiting messages until none is left or another server was called, and claims the first message to send.
 * Returns null if the job was aborted or another job handles the conversation.
 */
async function answerAndClaim(
  tools: WhatsappTools,
  { key, onRead }: Pick<AnswerWaiting, "key" | "onRead">,
  job: SendingJob,
): Promise<Step | null> {
  // Earlier attempts of this job failed at the first message.
  const { attempt, signal } = job;
  for (let isRetry = attempt > 1; !signal.aborted; isRetry = false) {
    const options = { key, signal, isRetry, onRead };
    // A customer's message is never refused, however long it waits for its turn.
    const turn = await tools.questions.run(
      key.organizationId,
      (outside) =>
        tools.turns.tryTurn(key, { outside }, (begun) => answerOrClaim(begun, tools, options, job)),
      { mayBeRefused: false },
    );
    if (turn.state === "gone") return null;
    if (turn.state === "busy") {
      // In case the process that is answering dies.
      await enqueueAgain(tools, "whatsapp.continue", key, busyForSeconds);
      return null;
    }
    if (turn.result !== "more") return turn.result;
  }
  return null;
}

/** Answers one message. Returns "more" if another can be answered right away, otherwise the first message to send. */
async function answerOrClaim(
  turn: Turn,
  tools: WhatsappTools,
  options: AnswerWaiting,
  job: SendingJob,
): Promise<Step | "more"> {
  const { key, signal } = options;
  const { isMore, hasWaited } = await answerNext(turn, tools, options);
  if (signal.aborted || (isMore && !hasWaited)) return "more";
  return turn.run(async (trx) => {
    // Send this answer now: another job generates the next one.
    if (isMore) await tools.jobs.enqueue(trx, "whatsapp.continue", key);
    const conversation = await lockConversation(trx, key);
    if (conversation === null) return { kind: "done" };
    if (!isMore && isRatingDue(conversation))
      await askForRating(trx, key, await languageOfConversation(trx, key));
    return claimNext(trx, tools, conversation, job);
  });
}
