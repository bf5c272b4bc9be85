import type { Task } from "./process-messages.ts";

/** The properties of a task that determine its turn. */
export interface WaitingTask {
  task: Task;
  /** Drawings: the organization that the page is drawn for. */
  organizationId?: string | undefined;
}

/**
 * The queue of tasks for the reading processes. Documents and drawings alternate, so that neither kind waits for all
 * of the other. Only one page per organization is drawn at a time, so that others get a process, too.
 */
export class ReadingQueue<Waiting extends WaitingTask> {
  private readonly documents: Waiting[] = [];
  private readonly drawings: Waiting[] = [];
  private drawingWasLast = false;

  get length(): number {
    return this.documents.length + this.drawings.length;
  }

  add(waiting: Waiting): void {
    this.queueOf(waiting).push(waiting);
  }

  /** Puts back a task that has to be retried. */
  addFirst(waiting: Waiting): void {
    this.queueOf(waiting).unshift(waiting);
  }

  /** Removes a task. Returns whether it was waiting. */
  remove(waiting: Waiting): boolean {
    const queue = this.queueOf(waiting);
    const at = queue.indexOf(waiting);
    if (at !== -1) queue.splice(at, 1);
    return at !== -1;
  }

  /** Takes the next task; with `drawingOnly` not a document, because the free process is reserved for drawings. */
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

  /** Removes and returns all tasks. */
  clear(): Waiting[] {
    return [...this.documents.splice(0), ...this.drawings.splice(0)];
  }

  private queueOf({ task }: Waiting): Waiting[] {
    return task.kind === "render" ? this.drawings : this.documents;
  }
}
