import { pino, type Logger } from "pino";
import type { Config } from "./config.ts";
import { describeError } from "./errors.ts";

/** Keeps what `describeError` returned; pino's own serializer would call each error an Object. */
const serializers = { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) };

/** JSON lines for machines; at a terminal one short line each. */
export function createLog(level: Config["logLevel"]): Logger {
  if (!process.stdout.isTTY) return pino({ level, serializers });
  return pino({ level, serializers }, { write: (line: string) => process.stdout.write(forPeople(line)) });
}

function forPeople(line: string): string {
  const { time, level, msg, err } = JSON.parse(line) as {
    time: number;
    level: number;
    msg: string;
    err?: { message: string; stack?: string };
  };
  const clock = new Date(time).toTimeString().slice(0, 8);
  const cause =
    err === undefined ? "" : `: ${level >= pino.levels.values["error"]! ? err.stack : err.message}`;
  return `${clock} ${pino.levels.labels[level] ?? ""} ${msg}${cause}\n`;
}
