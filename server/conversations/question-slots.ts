import { AppError } from "../errors.ts";

export interface SlotLimits {
  /** Questions answered at once. */
  slots: number;
  /** Questions of one organization answered at once while other organizations ask as well. */
  slotsWhenShared: number;
  /** Questions that may wait before some are refused. */
  maxWaiting: number;
}

/** How long an organization counts as active after a question, so that one that asks one by one keeps its share. */
const activeForMs = 2_000;

/** With four questions waiting, an organization yields to one with none waiting, with eight to one with one, and so on. */
const yieldRatio = 4;
/** After this many questions of others, an organization does not yield any more. */
const maxYields = 3;
/** The next question of an organization is expected for as long as its last one took, but no longer than this. */
const maxExpectedMs = 50;

interface WaitingQuestion {
  start(): void;
  /** Undefined: the question may not be refused. */
  refuse: ((error: Error) => void) | undefined;
}

class OrganizationQueue {
  waiting: WaitingQuestion[] = [];
  running = 0;
  lastAskedAt = 0;
  /** The serial number of the slot it was last given; 0: none yet. */
  lastSlot = 0;
  startedAt = 0;
  /** Set for a moment after its last question, while its next one is expected. */
  expected: NodeJS.Timeout | undefined;
}

/** The slots in which questions are answered, given to organizations in turn. */
export class QuestionSlots {
  readonly #limits: SlotLimits;
  readonly #active = new Map<string, OrganizationQueue>();
  #inUse = 0;
  #assigned = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves when a question of the organization has a slot. Rejects with overloaded if it is refused.
   *
   * @param again the question had a slot before a wait, so it goes first and is not refused
   */
  enter(organizationId: string, { mayBeRefused, again }: { mayBeRefused: boolean; again: boolean }) {
    return new Promise<void>((start, refuse) => {
      const organization = this.#queueOf(organizationId);
      organization.lastAskedAt = performance.now();
      const waiting = { start, refuse: mayBeRefused && !again ? refuse : undefined };
      if (again) organization.waiting.unshift(waiting);
      else organization.waiting.push(waiting);
      this.#dispatch();
      this.#refuseSurplus();
    });
  }

  leave(organizationId: string): void {
    this.#inUse -= 1;
    const organization = this.#queueOf(organizationId);
    organization.running -= 1;
    if (this.#active.size > 1 && organization.waiting.length === 0) this.#expectNext(organization);
    this.#dispatch();
  }

  /** Whether another question of the organization would be refused. */
  isFullFor(organizationId: string): boolean {
    const own = this.#active.get(organizationId);
    return own !== undefined && this.#allWaiting() >= this.#limits.maxWaiting && this.#longest() === own;
  }

  #queueOf(organizationId: string): OrganizationQueue {
    const queue = this.#active.get(organizationId) ?? new OrganizationQueue();
    this.#active.set(organizationId, queue);
    return queue;
  }

  #dispatch(): void {
    this.#forgetInactive();
    while (this.#inUse < this.#limits.slots) {
      const chosen = this.#next();
      if (chosen === undefined) return;
      this.#inUse += 1;
      this.#assigned += 1;
      chosen.running += 1;
      chosen.lastSlot = this.#assigned;
      chosen.startedAt = performance.now();
      chosen.waiting.shift()?.start();
    }
  }

  #expectNext(organization: OrganizationQueue): void {
    clearTimeout(organization.expected);
    const expectNoLonger = (): void => {
      organization.expected = undefined;
      this.#dispatch();
    };
    const tookMs = performance.now() - organization.startedAt;
    organization.expected = setTimeout(expectNoLonger, Math.min(maxExpectedMs, tookMs));
  }

  /**
   * Whether an organization with many waiting questions lets one that asks one by one go first. It yields until that
   * question is answered and for a moment after; otherwise the next one would have to wait for a question just started.
   */
  #yields({ waiting, lastSlot }: OrganizationQueue): boolean {
    if (this.#assigned - lastSlot >= maxYields) return false;
    return [...this.#active.values()].some(
      (other) => isPresent(other) && waiting.length >= yieldRatio * (other.waiting.length + 1),
    );
  }

  #forgetInactive(): void {
    const since = performance.now() - activeForMs;
    for (const [organizationId, { waiting, running, lastAskedAt }] of this.#active)
      if (waiting.length === 0 && running === 0 && lastAskedAt < since) this.#active.delete(organizationId);
  }

  /** The organization with the fewest questions being answered is next; among equals, the one that waited longest. */
  #next(): OrganizationQueue | undefined {
    const { slots, slotsWhenShared } = this.#limits;
    const max = this.#active.size > 1 ? Math.min(slotsWhenShared, slots) : slots;
    return [...this.#active.values()]
      .filter((each) => each.waiting.length > 0 && each.running < max && !this.#yields(each))
      .toSorted((one, other) => one.running - other.running || one.lastSlot - other.lastSlot)[0];
  }

  #refuseSurplus(): void {
    if (this.#allWaiting() <= this.#limits.maxWaiting) return;
    const { waiting } = this.#longest() ?? { waiting: [] };
    const last = waiting.findLastIndex(({ refuse }) => refuse !== undefined);
    const [refused] = waiting.splice(last, 1);
    refused?.refuse?.(overloaded());
  }

  #allWaiting(): number {
    return [...this.#active.values()].reduce((sum, each) => sum + refusable(each), 0);
  }

  #longest(): OrganizationQueue | undefined {
    return [...this.#active.values()].toSorted((one, other) => refusable(other) - refusable(one))[0];
  }
}

const isPresent = ({ waiting, running, expected }: OrganizationQueue): boolean =>
  waiting.length > 0 || running > 0 || expected !== undefined;

const refusable = ({ waiting }: OrganizationQueue): number =>
  waiting.filter(({ refuse }) => refuse !== undefined).length;

/** Its reply has a Retry-After header. */
export const overloaded = (): AppError =>
  new AppError(503, "overloaded", "Too many questions are waiting. Try again in a few seconds.");
