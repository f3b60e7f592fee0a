/**
 * Goal: after every movement of every owner the open lots of each currency are what the ledger says, to the unit, by every
 * method. Method: the seeded stories of the real engine, whose journal is taken entry by entry. The beancount file of a story
 * must pass Debian's `bean-check`, which adds it up by itself. Out of scope: what the server reads, which has its own test.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  Engine,
  type EntryReason,
  type EntryRow,
  type PostingRow,
  subAccountOf,
} from '@fairlead/engine';
import {
  RandomCommands,
  RandomCustody,
  RandomFutures,
  RandomHosting,
  RandomOfferings,
  RandomOptions,
  RandomReferral,
  Seeded,
  type TimedCommand,
} from '@fairlead/testkit';
import { amountMinor, DAY_MS, type PriceE8, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { Tables } from '../../../engine/test/kit/tables.ts';
import {
  type Applied,
  BeancountWriter,
  dayOf,
  type FileWords,
  figureOf,
  MOVEMENT_RULES,
  type Movement,
  netChanges,
  type StatedCost,
  TAX_METHODS,
  TaxLedger,
  type TaxMethod,
  Valuation,
  YearSums,
} from './index.ts';

const STEPS = 900;
const SEEDS = [7, 1_818];
/** Currency 2 is what the stories' markets are quoted in; currency 9 never has a price. */
const USDT = 2;
const WITHOUT_PRICE = 9;

interface Story {
  readonly commands: { next(): TimedCommand };
  readonly commit?: (changes: ReturnType<Engine['takeChanges']>) => void;
}

const STORIES: Readonly<Record<string, (seed: number, engine: Engine) => Story>> = {
  spot: (seed) => ({ commands: new RandomCommands(seed) }),
  custody: (seed) => {
    const tables = new Tables();
    const commands = new RandomCustody(seed, (id) => tables.custody.deposit(id));
    return { commands, commit: (changes) => tables.commit(changes) };
  },
  options: (seed) => ({ commands: new RandomOptions(seed) }),
  futures: (seed, engine) => {
    const live = () => [41, 42, 43].flatMap((owner) => engine.openPositions(owner));
    return { commands: new RandomFutures(seed, live) };
  },
  hosting: (seed) => ({ commands: new RandomHosting(seed) }),
  offerings: (seed, engine) => {
    const live = () => engine.takeSnapshot().subscriptions.map((row) => row.subscriptionId);
    return { commands: new RandomOfferings(seed, live) };
  },
  referral: (seed) => ({ commands: new RandomReferral(seed) }),
  family: (seed) => ({ commands: familyOf(seed) }),
};

/** Somebody who trades and moves money to a sub-account and back, now and then more than there is. */
function familyOf(seed: number): Story['commands'] {
  const random = new Seeded(seed);
  const trades = new RandomCommands(seed);
  const [main, sub] = [11, subAccountOf(11, 1)];
  let step = 0;
  return {
    next: () => {
      const drawn = trades.next();
      step += 1;
      if (step === 60) return { ...drawn, command: { kind: 'open_account', owner: sub } };
      if (step < 60 || !random.chance(20)) return drawn;
      const [owner, targetOwner] = random.chance(60) ? [main, sub] : [sub, main];
      const amount = amountMinor(BigInt(1 + random.below(1_000_000)));
      const move = { owner, targetOwner, account: 'coin', currencyId: USDT, amount } as const;
      return { ...drawn, command: { kind: 'move_in_family', ...move } };
    },
  };
}

interface Book {
  readonly entries: EntryRow[];
  readonly postings: Map<number, PostingRow[]>;
}

function played(name: string, seed: number): Book {
  const engine = new Engine();
  const story = STORIES[name]?.(seed, engine);
  if (story === undefined) throw new Error(`no story is called ${name}`);
  const book: Book = { entries: [], postings: new Map() };
  for (let step = 1; step <= STEPS; step += 1) {
    const { command, timeMs } = story.commands.next();
    engine.execute(command, { sequence: step, timeMs });
    const changes = engine.takeChanges();
    story.commit?.(changes);
    book.entries.push(...changes.entries);
    for (const posting of changes.postings) {
      const known = book.postings.get(posting.entryId);
      if (known === undefined) book.postings.set(posting.entryId, [posting]);
      else known.push(posting);
    }
  }
  return book;
}

/** An owner's movements, with what all of the owner's accounts came to after each. */
function* movementsOf(
  { entries, postings }: Book,
  owner: number,
): Generator<{ movement: Movement; totals: ReadonlyMap<number, bigint> }> {
  const balances = new Map<number, { currencyId: number; balance: bigint }>();
  for (const { entryId, timeMs, reason, reference } of entries) {
    const own = (postings.get(entryId) ?? []).filter((posting) => posting.owner === owner);
    if (own.length === 0 || reason === 'division') continue;
    for (const { accountId, currencyId, balance } of own)
      balances.set(accountId, { currencyId, balance });
    const totals = new Map<number, bigint>();
    for (const { currencyId, balance } of balances.values())
      totals.set(currencyId, (totals.get(currencyId) ?? 0n) + balance);
    yield {
      movement: { entryId, timeMs, reason, reference, changes: netChanges(own), fees: [] },
      totals,
    };
  }
}

/** A price for each currency and day, but for one that never has any. */
function priceOn(currencyId: number, day: number): PriceE8 | undefined {
  if (currencyId === WITHOUT_PRICE) return undefined;
  if (currencyId === USDT) return priceE8(100_000_000n);
  return priceE8(BigInt(1 + ((currencyId * 7_919 + day * 104_729) % 9_973)) * 10_000_000n);
}

const scaleOf = (currencyId: number): number => (currencyId === USDT ? 6 : 8);

/** Of every third deposit an owner says what it had cost, and that it was acquired before. */
function statedIn({ entries }: Book): Map<number, StatedCost> {
  const deposits = entries.filter(({ reason }) => reason === 'deposit');
  return new Map(
    deposits.flatMap(({ entryId, timeMs }, at) => {
      const acquiredMs = Math.max(0, timeMs - (at % 40) * DAY_MS);
      const said = { cost: BigInt(at * 1_000_003), acquiredMs, day: dayOf(acquiredMs) };
      return at % 3 === 0 ? [[entryId, { ...said, currencyId: at % 2 === 0 ? USDT : 1 }]] : [];
    }),
  );
}

function ledgerBy(method: TaxMethod, book: Book, currencyId = USDT): TaxLedger {
  return new TaxLedger({
    method,
    valuation: new Valuation({ priceOn, scaleOf }, currencyId),
    depositCost: method === 'lifo' ? 'unknown' : 'day_price',
    stated: method === 'fifo' ? new Map() : statedIn(book),
  });
}

const ownersOf = ({ postings }: Book): number[] =>
  [...new Set([...postings.values()].flat().map(({ owner }) => owner))].filter(Boolean).sort();

describe.each(Object.keys(STORIES))('the lots of %s', (name) => {
  test.each(SEEDS)('are the ledger to the unit after each movement (seed %i)', (seed) => {
    const book = played(name, seed);
    const owners = ownersOf(book);
    expect(owners.length).toBeGreaterThan(0);
    for (const method of TAX_METHODS)
      for (const currencyId of [USDT, 1])
        for (const owner of owners) {
          const ledger = ledgerBy(method, book, currencyId);
          const sums = new YearSums();
          let listed = 0n;
          for (const { movement, totals } of movementsOf(book, owner)) {
            const { lines } = ledger.apply(movement);
            for (const line of lines) {
              sums.add(line);
              listed += figureOf(line) ?? 0n;
              if (line.gain !== undefined)
                expect(line.gain).toBe((line.value ?? 0n) - (line.cost ?? 0n));
            }
            for (const [currency, total] of totals) expect(ledger.total(currency)).toBe(total);
          }
          for (const { currencyId: currency, lots } of ledger.holdings())
            expect(lots.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(
              ledger.total(currency),
            );
          const summed = sums
            .list()
            .reduce(
              (sum, { figure, value, cost }) => sum + value - (figure === 'gains' ? cost : 0n),
              0n,
            );
          expect(summed).toBe(listed);
        }
  });
});

test('the stories have every kind of movement that the ledger has', () => {
  const seen = new Set<string>();
  for (const name of Object.keys(STORIES))
    for (const seed of SEEDS) for (const { reason } of played(name, seed).entries) seen.add(reason);
  // Capital is the house's own and touches nobody; the type keeps the table and the ledger's list the same. A division is no
  // movement: what leaves one engine's books by it comes to another's in the same moment.
  const reasons: Record<Exclude<EntryReason, 'division'>, unknown> = MOVEMENT_RULES;
  expect(Object.keys(reasons).filter((reason) => !seen.has(reason))).toEqual([]);
});

const words: FileWords = {
  nameOf: (currencyId) => (currencyId === USDT ? 'USDT' : `C${currencyId}`),
  scaleOf,
  currencyId: USDT,
  exchange: 'Fairlead',
  dateOf: (timeMs) => new Date(timeMs).toISOString().slice(0, 10),
  utcOf: (timeMs) => new Date(timeMs).toISOString(),
  timeOf: (timeMs) => new Date(timeMs).toISOString(),
};

const hasBeancount = spawnSync('bean-check', ['--help']).status === 0;
if (!hasBeancount && process.env['FAIRLEAD_TEST_SERVICES'] === 'required')
  throw new Error('bean-check is not installed');

/** What bean-check says of a file; nothing is all right. */
function checked(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'beancount-'));
  try {
    const file = path.join(folder, 'year.beancount');
    writeFileSync(file, text);
    const { stdout, stderr, status } = spawnSync('bean-check', [file], { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The second half of a story as a year of its own, and the same with another unit at its end. */
function beancountOf(book: Book, owner: number, method: TaxMethod): [right: string, wrong: string] {
  const ledger = ledgerBy(method, book);
  const all = [...movementsOf(book, owner)].map(({ movement }) => movement);
  const half = Math.floor(all.length / 2);
  for (const movement of all.slice(0, half)) ledger.apply(movement);
  const year = { from: words.dateOf(all[half]?.timeMs ?? 0), next: '2099-01-01' };
  const writer = new BeancountWriter(words);
  const parts = [writer.opening(year, ledger.holdings())];
  for (const movement of all.slice(half)) {
    const applied: Applied = ledger.apply(movement);
    parts.push(writer.entry(applied));
  }
  const end = ledger.holdings();
  const text = parts.join('\n');
  const wrong = end.map(({ currencyId, lots }) => ({ currencyId, lots: lots.slice(1) }));
  return [text + writer.closing(year, end), text + writer.closing(year, wrong)];
}

describe.runIf(hasBeancount)('the beancount file', () => {
  test.each(
    // Each story by one method, and the one with the most kinds of lots by all.
    Object.keys(STORIES).flatMap((name, at) =>
      TAX_METHODS.filter((_, place) => name === 'custody' || place === at % TAX_METHODS.length).map(
        (method) => [name, method] as const,
      ),
    ),
  )('of %s by %s passes bean-check, and fails with another balance', (name, method) => {
    const book = played(name, SEEDS[0] ?? 0);
    const [owner = 0] = ownersOf(book);
    const [right, wrong] = beancountOf(book, owner, method);
    expect(checked(right)).toBe('');
    expect(checked(wrong)).toContain('Balance failed');
  });
});
