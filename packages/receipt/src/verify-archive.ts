/**
 * Checks an archive of history from nothing but itself: that it is whole and as it was sealed, that every entry sums to zero in
 * each currency, that accounts run on from posting to posting, that every trade has its entry, and every entry of a trade it.
 */

/** How the file begins. `entries` and `trades`: after the first id, up to the second. */
export interface ArchiveBegin {
  readonly archive: 'fairlead';
  readonly version: 1;
  readonly before: number;
  readonly entries: readonly [number, number];
  readonly trades: readonly [number, number];
  /** Where the chain of receipts stood when it was written. */
  readonly receipts?: { readonly count: number; readonly hash: string };
}

/** Account, owner, kind of account, currency, amount, the account's balance after it; numbers beyond 2^53 as text. */
export type ArchivedPosting = readonly [string, number, string, number, string, string];

export type ArchiveLine =
  | { readonly t: 'opening'; readonly account: string; readonly balance: string }
  | {
      readonly t: 'entry';
      readonly id: number;
      readonly sequence: number;
      readonly reason: string;
      readonly reference: string;
      readonly time: number;
      readonly postings: readonly ArchivedPosting[];
    }
  | { readonly t: 'trade' | 'order' | 'transfer'; readonly id: number; readonly row: object }
  /** `sha256`: of every byte before this line. */
  | { readonly t: 'end'; readonly lines: number; readonly sha256: string };

/** SHA-256 of what was added so far. */
export interface ArchiveHasher {
  add(text: string): void;
  hex(): string;
}

export interface ArchiveVerification {
  readonly begin: ArchiveBegin | undefined;
  /** What the server's cut says too. */
  readonly digest: string | undefined;
  readonly counts: Readonly<Record<'entry' | 'trade' | 'order' | 'transfer', number>>;
  /** The first hundred; empty when all is right. */
  readonly faults: readonly string[];
}

const FAULTS_MAX = 100;

/** Lines without their ends. */
export async function verifyArchive(
  lines: AsyncIterable<string> | Iterable<string>,
  hasher: ArchiveHasher,
): Promise<ArchiveVerification> {
  const walk = new ArchiveWalk();
  let count = 0;
  for await (const line of lines) {
    count += 1;
    const value = parsed(line);
    if (value === undefined) walk.complain(`line ${count}: not JSON`);
    else if (count === 1) walk.begin(value as ArchiveBegin);
    else walk.take(value as ArchiveLine, { count, digest: () => hasher.hex() });
    if ((value as Partial<ArchiveLine> | undefined)?.t !== 'end') hasher.add(`${line}\n`);
  }
  return walk.end();
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

class ArchiveWalk {
  readonly #faults: string[] = [];
  readonly #counts = { entry: 0, trade: 0, order: 0, transfer: 0 };
  readonly #balances = new Map<string, bigint>();
  /** Trades whose entry has come, and not yet they. */
  readonly #awaited = new Set<string>();
  #begin: ArchiveBegin | undefined;
  #digest: string | undefined;
  #lastEntry = 0;

  complain(what: string): void {
    if (this.#faults.length < FAULTS_MAX) this.#faults.push(what);
  }

  begin(value: ArchiveBegin): void {
    if (value.archive !== 'fairlead' || value.version !== 1)
      this.complain('it does not begin as an archive does');
    else {
      this.#begin = value;
      this.#lastEntry = value.entries[0];
    }
  }

  take(line: ArchiveLine, place: { readonly count: number; readonly digest: () => string }): void {
    if (this.#digest !== undefined) this.complain('something follows its end');
    switch (line.t) {
      case 'opening':
        this.#balances.set(line.account, BigInt(line.balance));
        return;
      case 'entry':
        this.#entry(line);
        return;
      case 'trade':
        if (!this.#awaited.delete(String(line.id))) this.complain(`trade ${line.id}: has no entry`);
        this.#counts.trade += 1;
        return;
      case 'order':
      case 'transfer':
        this.#counts[line.t] += 1;
        return;
      case 'end':
        this.#digest = place.digest();
        if (line.sha256 !== this.#digest) this.complain('its bytes are not those that were sealed');
        if (line.lines !== place.count - 1) this.complain('lines are missing or were added');
        return;
      default:
        this.complain(`line ${place.count}: of no known kind`);
    }
  }

  #entry({ id, reason, reference, time, postings }: ArchiveLine & { readonly t: 'entry' }): void {
    this.#counts.entry += 1;
    if (id <= this.#lastEntry || id > (this.#begin?.entries[1] ?? 0))
      this.complain(`entry ${id}: out of its place`);
    this.#lastEntry = id;
    if (time >= (this.#begin?.before ?? 0)) this.complain(`entry ${id}: is later than the cut`);
    if (reason === 'trade') this.#awaited.add(reference);
    const sums = new Map<number, bigint>();
    for (const [account, , , currency, amountText, balanceText] of postings) {
      const [amount, balance] = [BigInt(amountText), BigInt(balanceText)];
      sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      if ((this.#balances.get(account) ?? 0n) + amount !== balance)
        this.complain(`entry ${id}: account ${account} does not go on from what it had`);
      this.#balances.set(account, balance);
    }
    if (postings.length === 0) this.complain(`entry ${id}: has no postings`);
    for (const [currency, sum] of sums)
      if (sum !== 0n) this.complain(`entry ${id}: currency ${currency} sums to ${sum}`);
  }

  end(): ArchiveVerification {
    if (this.#digest === undefined) this.complain('it has no end: a part is missing');
    for (const id of this.#awaited) this.complain(`trade ${id}: its entry is there, it is not`);
    return {
      begin: this.#begin,
      digest: this.#digest,
      counts: this.#counts,
      faults: this.#faults,
    };
  }
}
