import { AppError } from "../errors.ts";

export interface PlaceLimits {
  /** Questions answered at once. */
  places: number;
  /** Questions of one organization that are answered at once while another organization asks as well. */
  placesBesideOthers: number;
  /** Questions that may wait before some are refused. */
  maxWaiting: number;
}

/** For this long after a question an organization still counts as asking, so that one that asks one by one keeps its share. */
const asksForMs = 2_000;

/** An organization with four questions waiting gives way to one with none, with eight to one with one, and so on. */
const manyTimes = 4;
/** So many questions of others go before its next one at most. */
const maxWaysGiven = 3;
/** After a question, the next of the same organization is expected for as long as that took, but not longer. */
const maxExpectedMs = 50;

interface Waiting {
  start(): void;
  /** Undefined: the question may not be refused. */
  refuse: ((error: Error) => void) | undefined;
}

/** An organization that asks. */
class Asking {
  waiting: Waiting[] = [];
  inPlace = 0;
  lastAskedAt = 0;
  /** The serial number of the place it was last given; 0: none yet. */
  lastPlace = 0;
  placedAt = 0;
  /** Runs for a moment after its last question, in which its next one is expected. */
  expected: NodeJS.Timeout | undefined;
}

/** The places at which questions are answered, given to organizations in turn. */
export class QuestionPlaces {
  readonly #limits: PlaceLimits;
  readonly #asking = new Map<string, Asking>();
  #inUse = 0;
  #given = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves when a question of the organization has a place. Rejects with overloaded if it is refused.
   *
   * @param again the question had a place before a wait, so it goes first and is not refused
   */
  enter(organizationId: string, { mayBeRefused, again }: { mayBeRefused: boolean; again: boolean }) {
    return new Promise<void>((start, refuse) => {
      const organization = this.#askingOf(organizationId);
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
    const organization = this.#askingOf(organizationId);
    organization.inPlace -= 1;
    if (this.#asking.size > 1 && organization.waiting.length === 0) this.#expectNext(organization);
    this.#dispatch();
  }

  /** Whether another question of the organization would be refused. */
  isFullFor(organizationId: string): boolean {
    const own = this.#asking.get(organizationId);
    return own !== undefined && this.#allWaiting() >= this.#limits.maxWaiting && this.#longest() === own;
  }

  #askingOf(organizationId: string): Asking {
    const known = this.#asking.get(organizationId);
    if (known !== undefined) return known;
    const begun = new Asking();
    this.#asking.set(organizationId, begun);
    return begun;
  }

  #dispatch(): void {
    this.#forgetSilent();
    while (this.#inUse < this.#limits.places) {
      const chosen = this.#next();
      if (chosen === undefined) return;
      this.#inUse += 1;
      this.#given += 1;
      chosen.inPlace += 1;
      chosen.lastPlace = this.#given;
      chosen.placedAt = performance.now();
      chosen.waiting.shift()?.start();
    }
  }

  #expectNext(organization: Asking): void {
    clearTimeout(organization.expected);
    const expectNoLonger = (): void => {
      organization.expected = undefined;
      this.#dispatch();
    };
    const tookMs = performance.now() - organization.placedAt;
    organization.expected = setTimeout(expectNoLonger, Math.min(maxExpectedMs, tookMs));
  }

  /**
   * Whether an organization with many questions waiting lets another go first that asks one by one: until that one's is
   * answered, and for a moment after, since its next question would otherwise find one of the many just begun.
   */
  #givesWay({ waiting, lastPlace }: Asking): boolean {
    if (this.#given - lastPlace >= maxWaysGiven) return false;
    return [...this.#asking.values()].some(
      (other) => isPresent(other) && waiting.length >= manyTimes * (other.waiting.length + 1),
    );
  }

  #forgetSilent(): void {
    const since = performance.now() - asksForMs;
    for (const [organizationId, { waiting, inPlace, lastAskedAt }] of this.#asking)
      if (waiting.length === 0 && inPlace === 0 && lastAskedAt < since) this.#asking.delete(organizationId);
  }

  /** The organization with the fewest questions being answered is next; among equals, the one that waited longest. */
  #next(): Asking | undefined {
    const { places, placesBesideOthers } = this.#limits;
    const max = this.#asking.size > 1 ? Math.min(placesBesideOthers, places) : places;
    return [...this.#asking.values()]
      .filter((each) => each.waiting.length > 0 && each.inPlace < max && !this.#givesWay(each))
      .toSorted((one, other) => one.inPlace - other.inPlace || one.lastPlace - other.lastPlace)[0];
  }

  #refuseSurplus(): void {
    if (this.#allWaiting() <= this.#limits.maxWaiting) return;
    const { waiting } = this.#longest() ?? { waiting: [] };
    const last = waiting.findLastIndex(({ refuse }) => refuse !== undefined);
    const [refused] = waiting.splice(last, 1);
    refused?.refuse?.(overloaded());
  }

  #allWaiting(): number {
    return [...this.#asking.values()].reduce((sum, each) => sum + refusable(each), 0);
  }

  #longest(): Asking | undefined {
    return [...this.#asking.values()].toSorted((one, other) => refusable(other) - refusable(one))[0];
  }
}

const isPresent = ({ waiting, inPlace, expected }: Asking): boolean =>
  waiting.length > 0 || inPlace > 0 || expected !== undefined;

const refusable = ({ waiting }: Asking): number =>
  waiting.filter(({ refuse }) => refuse !== undefined).length;

/** Its reply has a Retry-After header. */
export const overloaded = (): AppError =>
  new AppError(503, "overloaded", "Too many questions are waiting. Try again in a few seconds.");
