import { openSecretBox } from "../../auth/secret-box.ts";
import { openGraphApi } from "../../clients/graph-api.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { JobHandlers, JobRun } from "../../jobs.ts";
import type { SessionKey } from "../../conversations/messages.ts";
import { lockConversation } from "../../conversations/outbox/outbox.ts";
import type { QuestionTurn } from "../../conversations/question-line.ts";
import { tryTurn, type Turn } from "../../conversations/turns.ts";
import { answerNext, type AnswerWaiting } from "./answer-waiting.ts";
import { claimNext, deliverWaiting, findSender, type DeliverTools, type Step } from "./deliver.ts";
import { fetchFile, isWorthAnotherRound, type FetchTools } from "./fetch-file.ts";
import { readReceipt } from "./graph-message.ts";
import { phrases } from "./phrases.ts";
import { processEvent } from "./process-event.ts";
import { askForRating, isQuiet } from "./rating.ts";
import { languageOfConversation } from "./waiting-messages.ts";

/** Tries at an answer before the customer is told that there is none. */
const answerAttempts = 3;
/** A receipt is a courtesy: an answer does not wait for it long. */
const receiptTimeoutMs = 2_000;
/** Shorter than an answer is mostly worded in, and longer than it pays to ask again. */
const busyForSeconds = 5;

type WhatsappJob = "whatsapp.receive" | "whatsapp.continue" | "whatsapp.fetch";

/** The jobs of this feature. */
export function whatsappJobs(context: Context): Pick<JobHandlers, WhatsappJob> {
  const tools: DeliverTools = {
    ...context,
    graph: openGraphApi(context.config.whatsapp.graphUrl),
    secrets: openSecretBox(context.secretKeys),
  };
  const fetchTools: FetchTools = { ...context, secrets: tools.secrets };
  return {
    "whatsapp.fetch": {
      run: (key, job) => fetchFile(fetchTools, key, job),
      exhausted: async (key) => {
        if (await isWorthAnotherRound(fetchTools, key)) await again(tools, "whatsapp.fetch", key);
      },
    },
    "whatsapp.receive": {
      run: (key) => processEvent(tools, key),
      // Nothing is lost: the event stays as it was stored. It is given another round of tries.
      exhausted: (key) => again(tools, "whatsapp.receive", key),
    },
    "whatsapp.continue": {
      run: (key, job) => continueConversation(tools, key, job),
      exhausted: (key) => again(tools, "whatsapp.continue", key),
    },
  };
}

const nextRoundAfterSeconds = 1800;

async function again<Name extends WhatsappJob>(
  { db, jobs }: DeliverTools,
  name: Name,
  key: Parameters<JobHandlers[Name]["exhausted"]>[0],
): Promise<void> {
  const options = { startAfterSeconds: nextRoundAfterSeconds };
  await withTenant(db, key.organizationId, (trx) => jobs.enqueue(trx, name, key, options));
}

async function comeBack(
  { db, jobs }: DeliverTools,
  key: SessionKey,
  options: { startAfterSeconds: number },
): Promise<void> {
  await withTenant(db, key.organizationId, (trx) => jobs.enqueue(trx, "whatsapp.continue", key, options));
}

/** Answers what waits, asks for a rating once it is quiet, sends. Each step stands being run again. */
async function continueConversation(tools: DeliverTools, key: SessionKey, job: JobRun): Promise<void> {
  const giveUp = job.attempt > answerAttempts;
  const [step] = await Promise.all([answerAndClaim(tools, key, job, { giveUp }), showReading(tools, key)]);
  if (step !== null) await deliverWaiting(tools, key, job, step);
}

/**
 * What is to be sent first once nothing waits for an answer any more, or once one was waited for; null: the job was
 * taken away, or another is at it.
 */
async function answerAndClaim(
  tools: DeliverTools,
  key: SessionKey,
  job: JobRun,
  { giveUp }: { giveUp: boolean },
): Promise<Step | null> {
  // Only the first message is to blame for the tries before.
  for (let first = true; !job.signal.aborted; first = false) {
    const options = { key, tools, signal: job.signal, giveUp: giveUp && first };
    const advance = (outside: QuestionTurn["outside"]) =>
      tryTurn(tools.db, key, { outside }, (turn) => answerOrClaim(turn, tools, options, job.id));
    // A customer's message waits its turn, however long.
    const turn = await tools.questions.run(key.organizationId, ({ outside }) => advance(outside), {
      mayBeRefused: false,
    });
    if (turn.state === "gone") return null;
    if (turn.state === "busy") {
      // In case the one that is at it dies.
      await comeBack(tools, key, { startAfterSeconds: busyForSeconds });
      return null;
    }
    if (turn.result !== "more") return turn.result;
  }
  return null;
}

/** One step of it. */
async function answerOrClaim(
  turn: Turn,
  tools: DeliverTools,
  options: AnswerWaiting,
  jobId: string,
): Promise<Step | "more"> {
  const { key } = options;
  const { isMore, hasWaited } = await answerNext(turn, options);
  if (options.signal.aborted || (isMore && !hasWaited)) return "more";
  return turn.run(async (trx) => {
    const conversation = await lockConversation(trx, key);
    if (conversation === null) return { kind: "done" };
    if (isMore) {
      // The words of one answer do not wait for those of the next.
      await tools.jobs.enqueue(trx, "whatsapp.continue", key);
    } else {
      const isOver = conversation.answers_since_rating > 0 && isQuiet(conversation);
      if (isOver || conversation.rating_wanted) {
        await askForRating(trx, conversation, phrases[await languageOfConversation(trx, key)]);
      }
    }
    return claimNext({ trx, tools, key }, conversation, jobId);
  });
}

/** Shows the customer that their message was read and that an answer is being written. */
async function showReading({ db, secrets, graph }: DeliverTools, key: SessionKey): Promise<void> {
  const newest = await withTenant(db, key.organizationId, async (trx) => {
    const message = await trx
      .selectFrom("whatsapp_messages")
      .innerJoin("conversations", (join) =>
        join
          .onRef("conversations.organization_id", "=", "whatsapp_messages.organization_id")
          .onRef("conversations.session_id", "=", "whatsapp_messages.session_id"),
      )
      .select("wamid")
      .where("whatsapp_messages.organization_id", "=", key.organizationId)
      .where("whatsapp_messages.session_id", "=", key.sessionId)
      .where("answered_at", "is", null)
      // Whether it was read is for the person to say who has the conversation.
      .where("owner_user_id", "is", null)
      .orderBy("sent_at", "desc")
      .orderBy("whatsapp_messages.position", "desc")
      .limit(1)
      .executeTakeFirst();
    if (message === undefined) return null;
    const sender = await findSender(trx, secrets, key);
    return sender === null ? null : { sender, wamid: message.wamid };
  });
  if (newest === null) return;
  await graph.post(newest.sender, readReceipt(newest.wamid), { timeoutMs: receiptTimeoutMs });
}
