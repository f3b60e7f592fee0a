/**
 * An owner's journal as movements, in bounded pages, oldest first: the process that reads serves others between them. The
 * ledger's kinds of entries are those of the table of rules, or this does not compile.
 */
import { type CurrencyAmount, type Movement, netChanges } from '@fairlead/formula/tax';
import { ENGINE_NAMES, NUMBERS_APART } from '../../core/config/engines.ts';
import type { Reads } from '../../core/store/database.ts';
import { type OwnPostingRecord, ownPostings } from '../../ledger/index.ts';
import { closeFees, keptFees, movedAmong, optionFees } from './tax-queries.ts';

const AMONG_FAMILY = 'family_transfer';
/** Some 20 ms of work. */
const PAGE_POSTINGS = 5_000;

export interface MovementsQuery {
  /** One, or several of a family, of which nothing is told that moved among them. */
  readonly owners: readonly number[];
  /** Exclusive. */
  readonly toMs: number;
  /** From here on fees are looked up too: no lot depends on them. */
  readonly feesFromMs: number;
}

/** Of the family one. */
interface OwnQuery extends MovementsQuery {
  readonly owner: number;
}

/** Pages of movements in the order of their times, of the books of all engines; an entry is never cut in two. */
export async function* readMovements(
  reads: Reads,
  query: MovementsQuery,
): AsyncGenerator<Movement[]> {
  const heads = query.owners.flatMap((owner) =>
    ENGINE_NAMES.map(
      (_, at) => new Head(readBooks(reads, { ...query, owner }, at * NUMBERS_APART)),
    ),
  );
  for (const head of heads) await head.next();
  for (;;) {
    const [first, ...others] = heads
      .filter(({ movement }) => movement !== undefined)
      .toSorted((left, right) => inTime(left, right));
    if (first === undefined) return;
    // Of whoever is first all that is before the others' next: nearly always a whole page.
    const until = others[0]?.movement;
    const page: Movement[] = [];
    while (first.movement !== undefined && isBefore(first.movement, until)) {
      page.push(first.movement);
      if (first.isLastOfPage) {
        await first.next();
        break;
      }
      await first.next();
    }
    yield page;
  }
}

const isBefore = (movement: Movement, other: Movement | undefined): boolean =>
  other === undefined ||
  movement.timeMs < other.timeMs ||
  (movement.timeMs === other.timeMs && movement.entryId < other.entryId);

function inTime(left: Head, right: Head): number {
  const [first, second] = [left.movement, right.movement];
  if (first === undefined || second === undefined) return 0;
  return isBefore(first, second) ? -1 : 1;
}

/** The next movement of one engine's books. */
class Head {
  readonly #pages: AsyncGenerator<Movement[]>;
  #page: readonly Movement[] = [];
  #at = -1;

  constructor(pages: AsyncGenerator<Movement[]>) {
    this.#pages = pages;
  }

  /** Undefined once there is none. */
  get movement(): Movement | undefined {
    return this.#page[this.#at];
  }

  get isLastOfPage(): boolean {
    return this.#at === this.#page.length - 1;
  }

  async next(): Promise<void> {
    this.#at += 1;
    while (this.#at >= this.#page.length) {
      const { value, done } = await this.#pages.next();
      if (done === true) return;
      this.#page = value;
      this.#at = 0;
    }
  }
}

/** Pages of the movements of one engine, which counts from behind a number. */
async function* readBooks(
  reads: Reads,
  query: OwnQuery,
  afterId: number,
): AsyncGenerator<Movement[]> {
  const { owner, owners, toMs } = query;
  const isOfFamily = owners.length > 1;
  let after = { entryId: afterId, ordinal: 0 };
  let rest: OwnPostingRecord[] = [];
  for (;;) {
    const rowsMax = PAGE_POSTINGS;
    const untilEntryId = afterId + NUMBERS_APART;
    const of = { owner, fromMs: 0, toMs, after, untilEntryId, rowsMax };
    const found = await ownPostings(reads, of);
    const last = found.at(-1);
    const isEnd = found.length < rowsMax || last === undefined;
    const rows = [...rest, ...found];
    // The last entry of a full page may go on in the next.
    rest = isEnd ? [] : rows.filter(({ entry_id }) => entry_id === last.entry_id);
    const whole = isEnd ? rows : rows.filter(({ entry_id }) => entry_id !== last.entry_id);
    const among = isOfFamily ? await movedAmong(reads, owners, familyEntries(whole)) : undefined;
    yield await withFees(reads, query, movementsOf(whole, among));
    if (isEnd) return;
    after = { entryId: Number(last.entry_id), ordinal: last.ordinal };
  }
}

const familyEntries = (rows: readonly OwnPostingRecord[]): number[] =>
  rows.filter(({ reason }) => reason === AMONG_FAMILY).map(({ entry_id }) => Number(entry_id));

/** `among`: entries that are in the books of two of those that are read together. */
function movementsOf(
  rows: readonly OwnPostingRecord[],
  among: ReadonlySet<number> | undefined,
): Movement[] {
  return [...Map.groupBy(rows, ({ entry_id }) => entry_id).values()].flatMap((postings) => {
    const [first] = postings;
    if (first === undefined) return [];
    const changes = netChanges(
      postings.map(({ currency_id, amount_minor }) => ({
        currencyId: currency_id,
        amount: amount_minor,
      })),
    );
    const { entry_id, time_ms, reason, reference } = first;
    // It leaves one engine's books and comes to another's in the same moment.
    if (reason === 'division') return [];
    if (among?.has(Number(entry_id)) === true) return [];
    const entry = { entryId: Number(entry_id), timeMs: Number(time_ms), reason, reference };
    // One to an account in another engine is two entries, a while apart: what is between them is its owner's all the time.
    return [{ ...entry, changes: reason === 'transfer' ? [] : changes, fees: [] }];
  });
}

async function withFees(
  reads: Reads,
  { owner, feesFromMs }: OwnQuery,
  movements: readonly Movement[],
): Promise<Movement[]> {
  const within = movements.filter(({ timeMs }) => timeMs >= feesFromMs);
  const of = (...reasons: Movement['reason'][]) =>
    within.filter(({ reason }) => reasons.includes(reason));
  const ids = (list: readonly Movement[]) => list.map(({ reference }) => Number(reference));
  const kept = Map.groupBy(
    await keptFees(
      reads,
      of('trade', 'withdrawal').map(({ entryId }) => entryId),
    ),
    ({ entryId }) => entryId,
  );
  const closed = await closeFees(reads, owner, ids(of('futures_close')));
  const options = await optionFees(reads, owner, ids(of('option_purchase', 'option_delivery')));
  const feesOf = (movement: Movement): readonly CurrencyAmount[] => {
    const { entryId, reason, reference, changes } = movement;
    const [own] = changes;
    if (reason === 'withdrawal') return kept.get(entryId) ?? [];
    if (reason === 'trade') return ownFees(movement, kept.get(entryId) ?? []);
    if (own === undefined) return [];
    const fee = (amount: bigint): CurrencyAmount[] =>
      amount === 0n ? [] : [{ currencyId: own.currencyId, amount }];
    if (reason === 'futures_open') return fee(-own.amount);
    if (reason === 'futures_close') return fee(closed.get(Number(reference)) ?? 0n);
    const option = options.get(Number(reference));
    if (reason === 'option_purchase') return fee(option?.fee ?? 0n);
    return reason === 'option_delivery' && option?.isRefunded ? fee(-option.fee) : [];
  };
  return movements.map((movement) =>
    movement.timeMs < feesFromMs ? movement : { ...movement, fees: feesOf(movement) },
  );
}

/** Of a trade's two fees an owner's is of what was received; of one with oneself both are. */
function ownFees(
  { changes }: Movement,
  fees: readonly CurrencyAmount[],
): readonly CurrencyAmount[] {
  const isWithOneself = changes.every(({ amount }) => amount < 0n);
  return fees.filter(
    ({ currencyId }) =>
      isWithOneself || changes.some((each) => each.currencyId === currencyId && each.amount > 0n),
  );
}
