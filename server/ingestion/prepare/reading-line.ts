import type { Task } from "./process-messages.ts";

/** The properties of a task that decide whose turn it is. */
export interface WaitingTask {
  task: Task;
  /** For whom a page is drawn. */
  organizationId?: string | undefined;
}

/**
 * The queue of tasks for the reading processes. Documents and drawings alternate, so that neither waits for all of
 * the other. Each organization has one page drawn at a time, so that others get a process too.
 */
export class ReadingLine<Waiting extends WaitingTask> {
  private readonly documents: Waiting[] = [];
  private readonly drawings: Waiting[] = [];
  private drawingWasLast = false;

  get length(): number {
    return this.documents.length + this.drawings.length;
  }

  add(waiting: Waiting): void {
    this.kindOf(waiting).push(waiting);
  }

  /** Puts back a task that was begun and has to be repeated. */
  addFirst(waiting: Waiting): void {
    this.kindOf(waiting).unshift(waiting);
  }

  /** Removes a task. Returns whether it was waiting. */
  remove(waiting: Waiting): boolean {
    const kind = this.kindOf(waiting);
    const at = kind.indexOf(waiting);
    if (at !== -1) kind.splice(at, 1);
    return at !== -1;
  }

  /** Takes the next task; with `drawingOnly` no document, because the free process is reserved for drawings. */
  take(options: { drawingOnly: boolean; busyOrganizations: ReadonlySet<string> }): Waiting | undefined {
    const drawing = this.drawings.find(
      ({ organizationId = "" }) => !options.busyOrganizations.has(organizationId),
    );
    const document = options.drawingOnly ? undefined : this.documents[0];
    const next =
      document === undefined || (drawing !== undefined && !this.drawingWasLast) ? drawing : document;
    if (next === undefined) return undefined;
    this.remove(next);
    this.drawingWasLast = next === drawing;
    return next;
  }

  /** Takes all of them away. */
  clear(): Waiting[] {
    return [...this.documents.splice(0), ...this.drawings.splice(0)];
  }

  private kindOf({ task }: Waiting): Waiting[] {
    return task.kind === "render" ? this.drawings : this.documents;
  }
}
