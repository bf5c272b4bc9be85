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
  recordMarked,
  type DeliverTools,
  type SendingJob,
  type Step,
} from "./deliver.ts";
import { fetchFile, isWorthAnotherRound } from "./fetch-file.ts";
import { readReceipt } from "./graph-message.ts";
import { processEvent } from "./process-event.ts";
import { askForRating, isRatingDue } from "./rating.ts";
import { languageOfConversation } from "../../conversations/hand-off/silence.ts";

/** Tries at an answer before the customer is told that there is none. */
const answerAttempts = 3;
/** A receipt is a courtesy: an answer does not wait for it long. */
const receiptTimeoutMs = 2_000;
/** Shorter than an answer is mostly worded in, and longer than it pays to ask again. */
const busyForSeconds = 5;

interface WhatsappTools extends DeliverTools, AnswerWaitingTools, Pick<Context, "questions" | "turns"> {}

type WhatsappJob = "whatsapp.receive" | "whatsapp.continue" | "whatsapp.fetch";

/** The jobs of this feature. */
export function whatsappJobs(context: Context): Pick<JobHandlers, WhatsappJob> {
  return {
    "whatsapp.fetch": {
      run: (key, job) => fetchFile(context, key, job),
      exhausted: async (key) => {
        if (await isWorthAnotherRound(context, key)) await again(context, "whatsapp.fetch", key);
      },
    },
    "whatsapp.receive": {
      run: (key, { attempt }) => processEvent({ ...context, attempt }, key),
      // Nothing is lost: the event stays as it was stored. It is given another round of tries.
      exhausted: (key) => again(context, "whatsapp.receive", key),
    },
    "whatsapp.continue": {
      run: (key, job) => continueConversation(context, key, job),
      exhausted: (key) => again(context, "whatsapp.continue", key),
    },
  };
}

const nextRoundAfterSeconds = 1800;

async function again<Name extends WhatsappJob>(
  { db, jobs }: Pick<Context, "db" | "jobs">,
  name: Name,
  key: Parameters<JobHandlers[Name]["exhausted"]>[0],
  startAfterSeconds = nextRoundAfterSeconds,
): Promise<void> {
  const options = { startAfterSeconds };
  await withTenant(db, key.organizationId, (trx) => jobs.enqueue(trx, name, key, options));
}

/** Answers what waits, asks for a rating once it is quiet, sends. Each step stands being run again. */
async function continueConversation(tools: WhatsappTools, key: ConversationKey, run: JobRun): Promise<void> {
  const job: SendingJob = { ...run, marked: new Map() };
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
    await recordMarked(tools, key, job);
    throw error;
  }
}

/**
 * What is to be sent first once nothing waits for an answer any more, or once one was waited for; null: the job was
 * taken away, or another is at it.
 */
async function answerAndClaim(
  tools: WhatsappTools,
  { key, onRead }: Pick<AnswerWaiting, "key" | "onRead">,
  job: SendingJob,
): Promise<Step | null> {
  // Only the first message is to blame for the tries before.
  const { attempt, signal } = job;
  for (let giveUp = attempt > answerAttempts; !signal.aborted; giveUp = false) {
    const options = { key, signal, giveUp, onRead };
    // A customer's message waits its turn, however long.
    const turn = await tools.questions.run(
      key.organizationId,
      (outside) =>
        tools.turns.tryTurn(key, { outside }, (begun) => answerOrClaim(begun, tools, options, job)),
      { mayBeRefused: false },
    );
    if (turn.state === "gone") return null;
    if (turn.state === "busy") {
      // In case the one that is at it dies.
      await again(tools, "whatsapp.continue", key, busyForSeconds);
      return null;
    }
    if (turn.result !== "more") return turn.result;
  }
  return null;
}

/** One step of it. */
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
    // The words of one answer do not wait for those of the next.
    if (isMore) await tools.jobs.enqueue(trx, "whatsapp.continue", key);
    const conversation = await lockConversation(trx, key);
    if (conversation === null) return { kind: "done" };
    if (!isMore && isRatingDue(conversation))
      await askForRating(trx, key, await languageOfConversation(trx, key));
    return claimNext(trx, tools, conversation, job);
  });
}
