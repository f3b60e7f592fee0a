/**
 * Compares what engines sent to one another with what they received. Every row is written after the one that caused it: credited
 * after sent, over after credited. So the effect is read first and its cause after it; a cause that is missing then never was, or
 * was lost. What a declared loss took is written again where it was lost, by commands that may be repeated; what nothing
 * explains is a drift of whose own journal does not bear it out, or of both (blame.ts, docs/internals/growth.md).
 */
import type { Command, Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { AuditLog } from '../../core/acts/audit.ts';
import { DRIFTS_MAX, type Drift } from '../../core/checks/reconciliation.ts';
import { type EngineName, NUMBERS_APART } from '../../core/config/engines.ts';
import { DatabaseAwayError, type Queryable } from '../../core/store/database.ts';
import { hasLeftAsSaid, isBookedIn } from '../../ledger/index.ts';
import type { Arrivals } from '../arrivals.ts';
import { HOME, keeperOf, numbersAfter } from '../shares.ts';
import type { TransferWords } from '../words.ts';
import { blamedFor } from './blame.ts';
import { type Fault, faultOf, loserOf } from './faults.ts';
import {
  endedPage,
  hasArrived,
  hasLeft,
  type LostRange,
  lastOwner,
  lostRanges,
  numberPeopleAfter,
  outsideOf,
  readCompared,
  receivedOf,
  receivedPage,
  sentOf,
  writeCompared,
} from './queries.ts';

const ROWS_PER_PAGE = 1_000;
/** Written again at once, in one side. */
const RESTORED_AT_ONCE = 64;

/** One engine as the others compare it. */
export interface ExchangeSide {
  readonly name: EngineName;
  readonly books: Queryable;
  /** Where this process runs it. */
  readonly own?: {
    readonly run: (command: Command) => Promise<Result>;
    readonly arrivals: Arrivals;
  };
}

export interface ExchangeParts {
  readonly sides: readonly ExchangeSide[];
  readonly audit: Pick<AuditLog, 'add'>;
  readonly log: Pick<Logger, 'fatal'>;
  readonly words: Pick<TransferWords, 'isHeard'>;
}

/** The last loss of each engine since which it was compared with the others, as it was before rows were read. */
type Compared = ReadonlyMap<EngineName, number>;

/** Rows of one side, whose counterparts are at others. */
interface Lane {
  readonly rows: 'sent' | 'received';
  readonly at: ExchangeSide;
  readonly sender: EngineName;
}

/** How far a round in the background has come. */
interface Place {
  lane: number;
  below: number;
}

export interface ExchangeRound {
  readonly isDone: boolean;
  readonly drifts: readonly Drift[];
}

export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #places = new Map<EngineName, Place>();

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  /**
   * The newest rows of what concerns an engine, with those of the engines whose databases are there: none stands still because
   * another's is away. What was found before stays found: `all` alone says that nothing is wrong, and that needs all of them.
   */
  async newest(name: EngineName): Promise<Drift[]> {
    const { sides } = this.#parts;
    const there = await Promise.all(sides.map(({ books }) => unlessAway(readCompared(books))));
    const present = sides.filter((_, at) => there[at] !== AWAY);
    const exchange = new Exchange({ ...this.#parts, sides: present });
    const drifts = await unlessAway(exchange.#newest(name));
    return drifts === AWAY ? [] : drifts;
  }

  async #newest(name: EngineName): Promise<Drift[]> {
    const compared = await this.#compared();
    const faults: Fault[] = [];
    for (const lane of this.#lanesOf(name))
      faults.push(...(await this.#page(lane, endOf(lane.sender))).faults);
    return (await this.#judge(name, faults, compared)).drifts;
  }

  /** All of them. */
  async all(name: EngineName): Promise<Drift[]> {
    return (await this.#compare(name)).drifts;
  }

  async #compare(name: EngineName): Promise<Judged> {
    const compared = await this.#compared();
    const faults: Fault[] = [];
    for (const lane of this.#lanesOf(name)) {
      for (let below: number | undefined = endOf(lane.sender); below !== undefined; ) {
        const page: PageResult = await this.#page(lane, below);
        faults.push(...page.faults);
        below = page.lastId;
      }
    }
    return this.#judge(name, faults, compared);
  }

  /** Goes on with a round in the background by so many pages. */
  async goOn(name: EngineName, pages: number): Promise<ExchangeRound> {
    const lanes = this.#lanesOf(name);
    const place = this.#places.get(name) ?? { lane: 0, below: Number.POSITIVE_INFINITY };
    this.#places.set(name, place);
    const compared = await this.#compared();
    const faults: Fault[] = [];
    for (let page = 0; page < pages; page += 1) {
      const lane = lanes[place.lane];
      if (lane === undefined) break;
      const below = Math.min(place.below, endOf(lane.sender));
      const { lastId, faults: found } = await this.#page(lane, below);
      faults.push(...found);
      place.below = lastId ?? Number.POSITIVE_INFINITY;
      if (lastId === undefined) place.lane += 1;
    }
    const isDone = place.lane >= lanes.length;
    if (isDone) this.#places.delete(name);
    return { isDone, drifts: (await this.#judge(name, faults, compared)).drifts };
  }

  /**
   * What a start does before anything is carried: everything of an engine that has declared a loss since it was last compared, and
   * what that loss took is written again. This once: afterwards it explains nothing any more, and whoever writes a row into the numbers
   * that were lost gets nothing for it. What cannot be explained each engine's own check finds again.
   */
  async settle(nowMs: number): Promise<void> {
    for (const { name, books, own } of this.#parts.sides) {
      if (own === undefined) continue;
      const receiptId = (await lostRanges(books))[0]?.receiptId;
      if (receiptId === undefined || receiptId === (await readCompared(books))) continue;
      await this.#restore((await this.#compare(name)).lost);
      if (name === HOME) await this.#numberPeople(books);
      await writeCompared(books, receiptId, nowMs);
    }
  }

  /** Whoever comes next has a number that no engine knows: the home may have lost who had it. */
  async #numberPeople(home: Queryable): Promise<void> {
    const last = await Promise.all(this.#parts.sides.map(({ books }) => lastOwner(books)));
    await numberPeopleAfter(home, Math.max(0, ...last));
  }

  async #compared(): Promise<Compared> {
    const compared = new Map<EngineName, number>();
    for (const { name, books } of this.#parts.sides)
      compared.set(name, (await readCompared(books)) ?? 0);
    return compared;
  }

  #lanesOf(name: EngineName): Lane[] {
    const { sides } = this.#parts;
    return sides.flatMap((at) => {
      const others = sides.filter(({ name: each }) => each !== at.name);
      const senders = others.filter(({ name: each }) => at.name === name || each === name);
      return [
        ...senders.map((sender): Lane => ({ rows: 'received', at, sender: sender.name })),
        { rows: 'sent', at, sender: at.name } as const,
      ];
    });
  }

  #side(name: EngineName): ExchangeSide | undefined {
    return this.#parts.sides.find((each) => each.name === name);
  }

  #page(lane: Lane, below: number): Promise<PageResult> {
    return lane.rows === 'sent' ? this.#sentPage(lane, below) : this.#receivedPage(lane, below);
  }

  /** The effect is in these rows, its cause where they came from. */
  async #receivedPage({ at, sender }: Lane, below: number): Promise<PageResult> {
    const rows = await receivedPage(at.books, pageOf(sender, below));
    const from = this.#side(sender);
    if (rows.length === 0 || from === undefined) return NOTHING;
    const sent = await sentOf(
      from.books,
      rows.map(({ transferId }) => transferId),
    );
    return {
      lastId: lastIdOf(rows),
      faults: rows.flatMap((row) => faultOf(sent.get(row.transferId), row) ?? []),
    };
  }

  /** They are over because of what is where they went. */
  async #sentPage({ at, sender }: Lane, below: number): Promise<PageResult> {
    const rows = await endedPage(at.books, pageOf(sender, below));
    const faults: Fault[] = [];
    for (const to of this.#parts.sides) {
      const there = rows.filter(({ target }) => keeperOf(target) === to.name);
      if (there.length === 0) continue;
      const received = await receivedOf(
        to.books,
        there.map(({ transferId }) => transferId),
      );
      faults.push(...there.flatMap((row) => faultOf(row, received.get(row.transferId)) ?? []));
    }
    return { lastId: lastIdOf(rows), faults };
  }

  /** What a loss explains that no start has compared since is written again by that start; all else is a drift. */
  async #judge(name: EngineName, every: readonly Fault[], compared: Compared): Promise<Judged> {
    // What one has sent lies together, whomever it went to.
    const faults = every.filter(({ sender, receiver }) => sender === name || receiver === name);
    if (faults.length === 0) return { lost: [], drifts: [] };
    const lost = new Map<EngineName, readonly LostRange[]>();
    for (const { name, books } of this.#parts.sides) {
      const ranges = await lostRanges(books);
      lost.set(
        name,
        ranges.filter(({ receiptId }) => receiptId > (compared.get(name) ?? 0)),
      );
    }
    const explained: Fault[] = [];
    const drifts: Drift[] = [];
    for (const each of faults) {
      const loser = loserOf(each, (engine) => lost.get(engine) ?? []);
      const isExplained =
        loser !== undefined && !(await this.#hasEntry(each, loser)) && (await this.#isBooked(each));
      if (isExplained) explained.push(each);
      else if (drifts.length < DRIFTS_MAX && (await this.#isOf(name, each)))
        drifts.push(driftOf(each));
    }
    return { lost: explained, drifts };
  }

  async #isOf(name: EngineName, fault: Fault): Promise<boolean> {
    const booksOf = (each: EngineName) => this.#side(each)?.books;
    return (await blamedFor(fault, booksOf, this.#parts.words)).includes(name);
  }

  /** Writes again what was lost. */
  async #restore(explained: readonly Fault[]): Promise<void> {
    // What a loser had been given comes back first: what it had sent on is taken from that.
    const given = explained.filter(({ kind }) => kind !== 'not_sent');
    const sentOn = explained.filter(({ kind }) => kind === 'not_sent');
    await this.#restoreAll(given);
    await this.#restoreAll(sentOn.toSorted((one, other) => idOf(one) - idOf(other)));
  }

  /** A loss takes the row and its entry together: where the entry is left, something else took the row. */
  async #hasEntry({ facts, sent }: Fault, loser: EngineName): Promise<boolean> {
    const books = this.#side(loser)?.books;
    if (books === undefined) return false;
    return sent === undefined ? hasLeft(books, facts.transferId) : hasArrived(books, sent);
  }

  /** What is left must be as its own journal says: by a row alone nothing is paid, or taken of anybody. */
  async #isBooked({ kind, facts, sent, sender, receiver }: Fault): Promise<boolean> {
    const books = this.#side(kind === 'not_sent' ? receiver : sender)?.books;
    if (books === undefined) return false;
    if (kind === 'not_sent') return isBookedIn(books, facts);
    // Of what came back nothing is paid.
    return kind === 'not_refused' || (sent !== undefined && hasLeftAsSaid(books, sent));
  }

  async #restoreAll(faults: readonly Fault[]): Promise<void> {
    const ids = new Set<number>();
    // A row may be found from both of its sides.
    const once = faults.filter((each) => !ids.has(idOf(each)) && ids.add(idOf(each)));
    for (let at = 0; at < once.length; at += RESTORED_AT_ONCE)
      await Promise.all(
        once.slice(at, at + RESTORED_AT_ONCE).map((each) => this.#restoreOne(each)),
      );
  }

  /** At the side that lost it, where this process runs that. */
  async #restoreOne(fault: Fault): Promise<void> {
    const { kind, facts, sent, sender, receiver } = fault;
    const loser = this.#side(kind === 'not_sent' ? sender : receiver);
    if (loser?.own === undefined) return;
    if (sent === undefined) {
      const reference = String(facts.transferId);
      const command = { ...plain(facts), kind: 'restore_transfer', reference } as const;
      const result = await loser.own.run(command);
      if (!result.ok && result.reject !== 'duplicate_reference')
        throw new Error(`a transfer that was lost was not restored: ${result.reject}`);
      if (!result.ok || result.value.kind !== 'entry') return;
      const missing = await outsideOf(loser.books, result.value.entryId);
      await this.#tell(fault, { missing: String(-missing) });
      return;
    }
    const { reference, reject } = sent;
    const refused = kind === 'not_refused' ? (reject ?? 'account_not_found') : undefined;
    const arrival = await loser.own.arrivals.receive({
      ...plain(facts),
      kind: 'receive_transfer',
      reference,
      // Without its time: what was seen of the first credit is behind us already, and no start waits for another's clock.
      ...(refused !== undefined && { refused }),
    });
    if (arrival !== undefined) await this.#tell(fault, { status: arrival.status });
  }

  async #tell(
    { kind, facts, sender, receiver }: Fault,
    done: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { audit, log } = this.#parts;
    const { transferId, owner, currencyId, amount } = facts;
    const detail = {
      ...{ transfer_id: transferId, user_id: owner, currency_id: currencyId },
      ...{ amount: String(amount), from_engine: sender, to_engine: receiver, found: kind, ...done },
    };
    log.fatal(detail, 'a transfer that a database had lost was written again');
    const subject = `transfer ${transferId}`;
    await audit.add({ action: 'transfer.restored', subject, detail });
  }
}

interface Judged {
  /** What a loss explains. */
  readonly lost: readonly Fault[];
  readonly drifts: Drift[];
}

interface PageResult {
  /** The next page is below it; undefined after the last. */
  readonly lastId: number | undefined;
  readonly faults: readonly Fault[];
}

const AWAY = Symbol('away');

/** What is asked of a database, or that it is away. */
async function unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | typeof AWAY> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DatabaseAwayError) return AWAY;
    throw error;
  }
}

const NOTHING: PageResult = { lastId: undefined, faults: [] };

const idOf = ({ facts }: Fault): number => facts.transferId;

/** Beyond the last number that an engine can give. */
const endOf = (sender: EngineName): number => numbersAfter(sender) + NUMBERS_APART + 1;

const pageOf = (sender: EngineName, below: number) => ({
  above: numbersAfter(sender),
  below,
  limit: ROWS_PER_PAGE,
});

const lastIdOf = (rows: readonly { readonly transferId: number }[]): number | undefined =>
  rows.length < ROWS_PER_PAGE ? undefined : rows.at(-1)?.transferId;

const plain = ({ transferId, owner, source, target, currencyId, amount }: Fault['facts']) => ({
  ...{ transferId, owner, source, target, currencyId, amount },
});

/** Named after both, whoever it is of. */
const driftOf = ({ kind, facts: { transferId, amount }, sender, receiver }: Fault): Drift => ({
  check: 'exchange',
  subject: `transfer ${transferId} from ${sender} to ${receiver}: ${WORDS[kind]}`,
  difference: amount,
});

const WORDS: Readonly<Record<Fault['kind'], string>> = {
  not_sent: 'credited and never sent',
  not_credited: 'over and never credited',
  not_refused: 'came back and was never refused',
  in_both: 'credited and came back',
  in_neither: 'over and refused',
  differs: 'the two sides name other facts',
};
