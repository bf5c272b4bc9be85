import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AnswerMetadata } from "../contract/conversations.ts";

/** Figures of this process for Prometheus. No label names a tenant, a person or a document. */
export type Metrics = ReturnType<typeof createMetrics>;

export interface GaugeValue {
  labels?: Record<string, string>;
  value: number;
}

/**
 * Memory, processor time, garbage collection. In a registry of their own, because the observer of garbage collection is
 * never released: it would keep the other figures, and all that they refer to, in memory after their context is closed.
 */
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

export function createMetrics() {
  const registry = new Registry();
  const { requests, inFlight, refusals, answers, latency, fallbacks, jobs } = openFigures(registry);
  return {
    /** The body of GET /metrics. */
    text: async () => ({
      type: registry.contentType,
      body: await Registry.merge([processRegistry, registry]).metrics(),
    }),
    requestBegan: () => inFlight.inc(),
    request(labels: { method: string; route: string; status: number }, durationMs: number) {
      inFlight.dec();
      requests.observe(labels, durationMs / 1000);
    },
    /** Counts a request that was refused because of the load, by cause. */
    refused: (labels: { status: number; cause: string; route: string }) => refusals.inc(labels),
    answer({ kind, engine, latencyMs }: Pick<AnswerMetadata, "kind" | "engine" | "latencyMs">) {
      answers.inc({ kind, engine });
      latency.observe({ engine }, latencyMs / 1000);
    },
    /** Counts a question that was answered without embeddings or the reranker, by fault. */
    retrievalFallback: (stage: "embeddings" | "rerank", fault: string) => fallbacks.inc({ stage, fault }),
    /** Counts an attempt at a job by this process. */
    job: (labels: { queue: string; outcome: "done" | "failed" }, durationMs: number) =>
      jobs.observe(labels, durationMs / 1000),
    /** Adds a gauge whose values are read at each scrape; it has none when reading fails. */
    gauge(name: string, help: string, read: () => GaugeValue[] | Promise<GaugeValue[]>) {
      new Gauge({
        name,
        help,
        labelNames: ["queue", "state", "version", "node"],
        registers: [registry],
        async collect() {
          this.reset();
          const values = await Promise.resolve()
            .then(read)
            .catch(() => []);
          for (const { labels = {}, value } of values) this.set(labels, value);
        },
      });
    },
  };
}

/** What is counted as it happens, with durations in seconds. */
function openFigures(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, labelNames: Label[], help: string) =>
    new Counter({ name, help, labelNames, registers });
  const duration = <Label extends string>(
    name: string,
    labelNames: Label[],
    help: string,
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  return {
    requests: duration(
      "http_request_duration_seconds",
      ["method", "route", "status"],
      "Time from the first byte of a request to the last of its reply.",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ),
    inFlight: new Gauge({
      name: "http_requests_in_flight",
      help: "Requests that were received and not yet replied to.",
      registers,
    }),
    refusals: counter(
      "http_refusals_total",
      ["status", "cause", "route"],
      "Requests turned away with 429, 503 or 507, by cause.",
    ),
    answers: counter("answers_total", ["kind", "engine"], "Answers given."),
    latency: duration(
      "answer_duration_seconds",
      ["engine"],
      "Time from question to saved answer.",
      [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    ),
    fallbacks: counter(
      "retrieval_fallbacks_total",
      ["stage", "fault"],
      "Questions whose passages were found without the embeddings or the reranker.",
    ),
    jobs: duration(
      "job_duration_seconds",
      ["queue", "outcome"],
      "Time that attempts at jobs took in this process.",
      [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    ),
  };
}
