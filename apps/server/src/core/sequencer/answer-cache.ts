/**
 * First answers by (owner, key): those on their way, and the newest of those in the table. Of a key absent
 * here it is known whether the table may have it (`mayBeStored`).
 */
import { NewestMap } from '@fairlead/units';
import type { StoredAnswer, StoredKey } from '../store/lookup-queries.ts';
import { StoredKeys } from './stored-keys.ts';
import { SubmitError } from './submit-error.ts';

/** Names one client's intent: the same key and fingerprint is the same request. */
export interface Idempotency {
  readonly owner: number;
  readonly key: string;
  /** Digest of route and canonical body; see fingerprint.ts. */
  readonly fingerprint: string;
  readonly route: string;
}

/** Answers of these owners that are as old as this, or older. */
export interface AnswersOf {
  readonly owners: readonly number[];
  readonly untilMs: number;
}

/** What may be told from outside of what the table holds. */
export type KeptAnswers = Pick<AnswerCache, 'forget' | 'forgetBefore' | 'unread' | 'learn'>;

/** What is kept of an answer beside its name. */
type Kept = Pick<StoredAnswer, 'fingerprint' | 'status' | 'body' | 'timeMs'>;

export class AnswerCache {
  readonly #running = new Map<string, string>();
  /** In the order of their times, as far as the table's are. */
  readonly #done: NewestMap<string, Kept>;
  /** Of answers in the table that are not in `#done`. */
  readonly #stored = new StoredKeys();
  /** The table has older ones, from here backwards, that nothing is known of. */
  #unread: StoredKey | undefined;

  /** `newest` is newest first, as the table gives it; `isPartial` when the table has more. */
  constructor(answersMax: number, newest: readonly StoredAnswer[], isPartial: boolean) {
    this.#done = new NewestMap(answersMax, (name, { timeMs }) => this.#stored.add(name, timeMs));
    for (const answer of newest.toReversed()) this.#keep(nameOf(answer), answer);
    // Of those with the oldest's time some may not be among the newest.
    const beyondMs = (newest.at(-1)?.timeMs ?? Number.MAX_SAFE_INTEGER - 1) + 1;
    if (isPartial) this.#unread = { owner: 0, key: '', timeMs: beyondMs };
  }

  /** Whether the table may hold an answer to this, which is absent here. */
  mayBeStored(request: Pick<Idempotency, 'owner' | 'key'>): boolean {
    return this.#unread !== undefined || this.#stored.mayHave(nameOf(request));
  }

  /** The key whose elders in the table are to be learned next; undefined when all are known. */
  get unread(): StoredKey | undefined {
    return this.#unread;
  }

  /** Takes keys of the table, the newest first, that follow `unread`; none when there are no more. */
  learn(keys: readonly StoredKey[]): void {
    for (const key of keys) this.#stored.add(nameOf(key), key.timeMs);
    this.#unread = keys.at(-1);
  }

  /**
   * The stored answer of a repeated request; undefined when the key is not known here. Throws SubmitError
   * when the first still runs or was another request.
   */
  find(request: Idempotency): StoredAnswer | undefined {
    return this.#find(nameOf(request), request);
  }

  /** As `find`, but reserves a key that is not known. */
  findOrReserve(request: Idempotency): StoredAnswer | undefined {
    const name = nameOf(request);
    const found = this.#find(name, request);
    if (found === undefined) this.#running.set(name, request.fingerprint);
    return found;
  }

  /** Reserves a key whose answer comes with a command, and gives it back; undefined where somebody has it. */
  reserveFree(request: Idempotency | undefined): Idempotency | undefined {
    try {
      const isFree = request !== undefined && this.findOrReserve(request) === undefined;
      return isFree ? request : undefined;
    } catch {
      return undefined;
    }
  }

  /** Gives a reserved key back: nothing was done under it. */
  release(request: Idempotency): void {
    this.#running.delete(nameOf(request));
  }

  /** Keeps an answer that is in the table, in place of its reservation. */
  settle(answer: StoredAnswer): void {
    const name = nameOf(answer);
    this.#running.delete(name);
    this.#keep(name, answer);
  }

  /** Answers from before `timeMs` are no longer in the table. */
  forgetBefore(timeMs: number): void {
    this.#stored.forgetBefore(timeMs);
  }

  /** Lets go of answers of these owners until a time, which are no longer in the table either. */
  forget({ owners, untilMs }: AnswersOf): void {
    const prefixes = new Set(owners.map(String));
    for (const [name, { timeMs }] of this.#done) {
      if (timeMs > untilMs) return;
      if (prefixes.has(name.slice(0, name.indexOf(' ')))) this.#done.delete(name);
    }
  }

  #find(name: string, request: Idempotency): StoredAnswer | undefined {
    const done = this.#done.get(name);
    const { owner, key } = request;
    if (done !== undefined) return checked({ owner, key, ...done }, request);
    const running = this.#running.get(name);
    if (running === undefined) return undefined;
    throw new SubmitError(running === request.fingerprint ? 'in_progress' : 'idempotency_conflict');
  }

  #keep(name: string, { fingerprint, status, body, timeMs }: StoredAnswer): void {
    this.#done.set(name, { fingerprint, status, body, timeMs });
  }

  /** After a commit of unknown outcome the table may hold answers to what is under way, none later than `timeMs`. */
  expectMore(timeMs: number): void {
    for (const name of this.#running.keys()) this.#stored.add(name, timeMs);
  }
}

const nameOf = ({ owner, key }: { readonly owner: number; readonly key: string }): string =>
  `${owner} ${key}`;

/** The answer, if it is the answer to this request. */
export function checked(answer: StoredAnswer, request: Idempotency): StoredAnswer {
  if (answer.fingerprint === request.fingerprint) return answer;
  throw new SubmitError('idempotency_conflict');
}
