import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AnswerMetadata } from "../contract/conversations.ts";
import type { Jobs } from "./jobs.ts";

/** Figures of this process for Prometheus. No label names a tenant, a person or a document. */
export interface Metrics {
  /** What GET /metrics says. */
  text(): Promise<{ type: string; body: string }>;
  requestBegan(): void;
  request(labels: { method: string; route: string; status: number }, durationMs: number): void;
  answer(metadata: Pick<AnswerMetadata, "kind" | "engine" | "latencyMs">): void;
  /** A question whose passages were found without the embeddings or the reranker, and why. */
  retrievalFallback(stage: "embeddings" | "rerank", fault: string): void;
}

export function createMetrics(jobs: Jobs): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its reply.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const inFlight = new Gauge({
    name: "http_requests_in_flight",
    help: "Requests that were received and not yet replied to.",
    registers,
  });
  const answers = new Counter({
    name: "answers_total",
    help: "Answers given.",
    labelNames: ["kind", "engine"],
    registers,
  });
  const latency = new Histogram({
    name: "answer_duration_seconds",
    help: "Time from question to saved answer.",
    labelNames: ["engine"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const fallbacks = new Counter({
    name: "retrieval_fallbacks_total",
    help: "Questions whose passages were found without the embeddings or the reranker.",
    labelNames: ["stage", "fault"],
    registers,
  });
  new Gauge({
    name: "jobs",
    help: "Jobs by queue and state.",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const [queue, states] of Object.entries(await jobs.counts())) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
      }
    },
  });
  return {
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
    requestBegan: () => inFlight.inc(),
    request({ method, route, status }, durationMs) {
      inFlight.dec();
      requests.observe({ method, route, status: String(status) }, durationMs / 1000);
    },
    answer({ kind, engine, latencyMs }) {
      answers.inc({ kind, engine });
      latency.observe({ engine }, latencyMs / 1000);
    },
    retrievalFallback: (stage, fault) => fallbacks.inc({ stage, fault }),
  };
}
