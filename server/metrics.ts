import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AnswerMetadata } from "../contract/conversations.ts";

/** Figures of this process for Prometheus. No label names a tenant, a person or a document. */
export type Metrics = ReturnType<typeof createMetrics>;

export interface StateFigure {
  labels?: Record<string, string>;
  value: number;
}

/**
 * Memory, processor time, garbage collection. They have a registry of their own: what watches garbage collection is never
 * given back, and would keep all that the other figures read, of a product that was closed, too.
 */
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
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
  const refusals = new Counter({
    name: "http_refusals_total",
    help: "Requests turned away with 429, 503 or 507, by cause.",
    labelNames: ["status", "cause", "route"],
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
  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "Time that tries of jobs took in this process.",
    labelNames: ["queue", "outcome"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  return {
    /** The body of GET /metrics. */
    text: async () => ({
      type: registry.contentType,
      body: await Registry.merge([processRegistry, registry]).metrics(),
    }),
    requestBegan: () => inFlight.inc(),
    request(
      { method, route, status }: { method: string; route: string; status: number },
      durationMs: number,
    ) {
      inFlight.dec();
      requests.observe({ method, route, status: String(status) }, durationMs / 1000);
    },
    /** Counts a request that was refused because of the load, by cause. */
    refused: ({ status, cause, route }: { status: number; cause: string; route: string }) =>
      refusals.inc({ status: String(status), cause, route }),
    answer({ kind, engine, latencyMs }: Pick<AnswerMetadata, "kind" | "engine" | "latencyMs">) {
      answers.inc({ kind, engine });
      latency.observe({ engine }, latencyMs / 1000);
    },
    /** Counts a question that was answered without embeddings or the reranker, by fault. */
    retrievalFallback: (stage: "embeddings" | "rerank", fault: string) => fallbacks.inc({ stage, fault }),
    /** Counts an attempt at a job by this process. */
    job: (labels: { queue: string; outcome: "done" | "failed" }, durationMs: number) =>
      jobs.observe(labels, durationMs / 1000),
    /** Adds figures that are read at each scrape; they are left out when that fails. */
    state(name: string, help: string, read: () => StateFigure[] | Promise<StateFigure[]>) {
      new Gauge({
        name,
        help,
        labelNames: ["queue", "state", "version", "node"],
        registers,
        async collect() {
          this.reset();
          const figures = await Promise.resolve()
            .then(read)
            .catch(() => []);
          for (const { labels = {}, value } of figures) this.set(labels, value);
        },
      });
    },
  };
}
