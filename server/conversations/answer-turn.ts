import type { Audience } from "../../contract/common.ts";
import type { ChatMessage } from "../../contract/conversations.ts";
import type { Database } from "../database/database.ts";
import { inUnitOfWork, type UnitOfWork } from "../database/unit-of-work.ts";
import type { Answer } from "../answering/answer.ts";
import { answerQuery } from "../answering/extractive/answer-from-documents.ts";
import type { ModelAnswers, Writing } from "../answering/generated/model-answers.ts";
import { passagesForModel } from "../answering/generated/passages-for-model.ts";
import { answerGuided, hasCuratedAnswer } from "../answering/guidance/answer-guided.ts";
import type { Guidance } from "../answering/guidance/guidance.ts";
import { emergencyAdvice, isUrgent } from "../language/emergency.ts";
import type { EarlierMessage } from "../language/follow-up.ts";
import { saysYes } from "../language/offer.ts";
import { understandQuery, type Query } from "../language/understand-query.ts";
import type { Retrieve } from "../retrieval/retrieve.ts";

interface AnswerTools {
  db: Database;
  guidance: Guidance;
  retrieve: Retrieve;
  retrieveByWords: Retrieve;
  /** Undefined: no language model is configured, and answers are quoted from the documents. */
  modelAnswers: ModelAnswers | undefined;
}

/** How many earlier messages a caller reads to let a follow-up question be understood. */
export const maxHistoryMessages = 12;

/** An earlier message, and how it was answered if it is an answer. */
export type HistoryMessage = EarlierMessage & Partial<Pick<ChatMessage, "metadata">>;

export interface TurnRequest {
  organizationId: string;
  audience: Audience;
  text: string;
  /** The earlier messages of the conversation, oldest first. */
  history: readonly HistoryMessage[];
  /** A person is already handling the conversation, so asking for one needs no further hand-off. */
  isWithPerson?: boolean;
}

export interface AnsweredTurn {
  query: Query;
  /** Null: only a person can do what is asked, or may have to and it has no answer, so the caller hands off. */
  answer: Answer | null;
}

/** From this confidence on, quotes that may help, which come with the offer of a person, are shown to an unsure request. */
const minHelpConfidence = 0.45;

export type Assistant = ReturnType<typeof openAssistant>;

export function openAssistant(tools: AnswerTools) {
  return {
    /**
     * Answers a message of a conversation or a ticket, on any channel: with a curated answer if the organization has one,
     * otherwise from its documents, in the words of a language model if one is configured. No transaction is open
     * while another server is called. If that server fails, the answer is made without it.
     */
    async answerTurn(
      work: UnitOfWork,
      { organizationId, audience, text, history, isWithPerson = false }: TurnRequest,
      writing?: Partial<Writing>,
    ): Promise<AnsweredTurn> {
      // A person who wrote has dealt with the messages before.
      const byPerson = history.findLastIndex(
        ({ role, metadata }) => role === "assistant" && metadata === null,
      );
      const query = understandMessage(text, history.slice(byPerson + 1));
      const mayHandOff = !isWithPerson && !wasUndone(query, history);
      // "Customer called 3 times" is asked by staff who want to know what to do. Documents may have emergency numbers.
      const mayBeQuestion =
        isUrgent(query.intent) || (query.intent === "complaint" && audience === "internal");
      if (query.intent !== null && !mayBeQuestion && mayHandOff) {
        const guide = await work.run((trx) => tools.guidance.of(trx, organizationId));
        // A curated answer to the message needs no person.
        if (!hasCuratedAnswer(guide, audience, query)) return { query, answer: null };
      }
      const request = { organizationId, audience, query };
      const grounded = await answerGuided(work, tools, request);
      const { db, retrieve, modelAnswers } = tools;
      const searchAgain = (translation: string) =>
        inUnitOfWork(db, organizationId, async (further) => {
          const again = await answerQuery(further, { ...request, translation }, retrieve);
          return further.run((trx) => passagesForModel(trx, request, again));
        });
      const write = async (model: ModelAnswers): Promise<Answer> => {
        const passages = await work.run((trx) => passagesForModel(trx, request, grounded));
        if (passages === null) return grounded.answer;
        return work.outside(() => model.write({ organizationId, query, passages, searchAgain }, writing));
      };
      const advice = isWithPerson ? null : emergencyAdvice(query.intent, query.language);
      const isQuoted = modelAnswers === undefined || advice !== null;
      const answer = isQuoted ? grounded.answer : await write(modelAnswers);
      if (mayHandOff && needsPerson(query, answer, audience)) return { query, answer: null };
      return { query, answer: advice === null ? answer : withAdvice(answer, advice) };
    },
  };
}

/** As `understandQuery`; a "yes please" to a reply that offers a person is a request for one. */
function understandMessage(text: string, history: readonly HistoryMessage[]): Query {
  const query = understandQuery(text, history);
  const last = history.at(-1);
  const isAccepted = last?.role === "assistant" && saysYes(text) && offersPerson(last, text);
  return isAccepted ? { ...query, intent: "person", smallTalk: null } : query;
}

/** Whether a reply offers a person; one that may help does so by a button, and "yes" alone may mean that it helped. */
function offersPerson({ metadata }: HistoryMessage, text: string): boolean {
  if (metadata?.answered !== false || metadata.kind === "hand_off") return false;
  return metadata.kind !== "may_help" || /\p{L}\s+\p{L}/u.test(text);
}

const withAdvice = (answer: Answer, advice: string): Answer => ({
  ...answer,
  content: `${advice}\n\n${answer.content}`,
});

/** Whether a message is a hand-off request that an answer does not settle. */
export function needsPerson(
  { intent, isUnsureRequest }: Pick<Query, "intent" | "isUnsureRequest">,
  answer: Answer,
  audience: Audience,
): boolean {
  if (answer.answered) return intent === "suicide" && audience === "external" && !namesNumber(answer);
  if (answer.declined === true && !isUrgent(intent)) return false;
  const mayHelp = answer.kind === "may_help" && answer.confidence >= minHelpConfidence;
  return intent !== null || (isUnsureRequest && !mayHelp);
}

/** Whether an answer names a number to call. A customer in despair gets no other one, such as an exclusion of cover. */
const namesNumber = ({ content }: Answer): boolean => /\d{3}/.test(content);

/** Whether the same text caused an earlier hand-off that the customer undid. */
function wasUndone({ text }: Query, history: readonly HistoryMessage[]): boolean {
  return history.some(
    ({ metadata }, at) => metadata?.undone === true && history[at - 1]?.content.trim() === text.trim(),
  );
}
