/**
 * How far the primary has come: the last sequence that it shows, and of which epoch. Whatever anybody was told before it was
 * asked is not beyond that, at whichever gateway; it is what the consensus literature calls a read index. Who asks at the
 * same time shares one answer.
 */
import { DatabaseAwayError, type Queryable } from '../database.ts';
import { INDEX_MS, REPLICAS_WATCH_MS } from '../limits.ts';

/** How far a server has come. */
export interface Position {
  /** Names the epoch: who has begun the same one has the same history up to `sequence`. */
  readonly nonce: string;
  readonly sequence: number;
}

/** What the primary shows of it. */
export async function readPosition(primary: Queryable): Promise<Position> {
  const [row] = await primary.query<{ nonce: string; last_sequence: bigint }>(
    'SELECT nonce, last_sequence FROM leader',
  );
  if (row === undefined) throw new DatabaseAwayError('the leader row is missing');
  return { nonce: row.nonce, sequence: Number(row.last_sequence) };
}

export class ReadIndex<Known = Position> {
  readonly #read: () => Promise<Known>;
  #running: Promise<Known> | undefined;
  #next: Promise<Known> | undefined;
  #isAway = false;
  #askedAtMs = Number.NEGATIVE_INFINITY;

  /** `read` asks the primary. */
  constructor(read: () => Promise<Known>) {
    this.#read = read;
  }

  /** As far as it is known: it failed to answer, and has not answered since. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** What the primary shows at a moment after the call. Throws DatabaseAwayError, at once while it is known to be away. */
  async ask(): Promise<Known> {
    if (this.#isAway) {
      this.#askAgain();
      throw new DatabaseAwayError('the primary is away');
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#isAway = true;
        reject(new DatabaseAwayError('the primary does not answer'));
      }, INDEX_MS);
    });
    return Promise.race([this.#share(), late]).finally(() => clearTimeout(timer));
  }

  /** One that is under way may have looked already: who comes now waits for the next. */
  #share(): Promise<Known> {
    const running = this.#running;
    if (running === undefined) return this.#run();
    this.#next ??= running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#run();
      });
    return this.#next;
  }

  #run(): Promise<Known> {
    this.#askedAtMs = performance.now();
    const running = this.#look();
    this.#running = running;
    const over = (): void => {
      if (this.#running === running) this.#running = undefined;
    };
    running.then(over, over);
    return running;
  }

  async #look(): Promise<Known> {
    try {
      const known = await this.#read();
      this.#isAway = false;
      return known;
    } catch (error) {
      this.#isAway = true;
      throw error;
    }
  }

  #askAgain(): void {
    if (this.#running !== undefined) return;
    if (performance.now() - this.#askedAtMs < REPLICAS_WATCH_MS) return;
    this.#run().catch(() => undefined);
  }
}
