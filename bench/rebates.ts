/**
 * What the pay-out of a day's rebates to 100,000 inviters costs, in parts of different size, and what it costs a trade that
 * its taker was invited, or both sides were, beside one between users whom nobody invited. Then the pay-out through
 * sequencer and PostgreSQL, and what it costs those who place orders meanwhile.
 */
import { type Command, Engine, type Result } from '@fairlead/engine';
import { BTC, BTC_USDT, limitOrder, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, priceE8, ratePpm } from '@fairlead/units';
import type { Measurement } from './run.ts';
import { FIRST_OWNER, grant, scheduleRows } from './support/schedule-load.ts';

const INVITERS = 100_000;
const PARTS = [100, 500, 2_000] as const;
const BATCH = 170;
/** Trades of each kind in a round, and rounds, of which the median counts. */
const TRADES = 40_000;
const ROUNDS = 7;
const START_MS = 1_700_000_000_000;
const FUNDS = 10n ** 12n;
/** In ticks; the load of orders beside the pay-out trades below it. */
const PRICE = 10_001;

/** Nobody invited these two. */
const MAKER = 1;
const TAKER = 2;
const INVITED_MAKER = 3;
const INVITED_TAKER = 4;
const FIRST_INVITER = 10;
const FIRST_INVITEE = FIRST_INVITER + INVITERS;

/** An engine with its own clock, whose commands must succeed. */
class Exchange {
  readonly engine = new Engine();
  timeMs = START_MS;
  #sequence = 0;

  constructor() {
    for (const currency of [BTC, USDT]) this.run({ kind: 'configure_currency', currency });
    this.run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } });
    const levels = [{ needs: 0, ratioPpm: ratePpm(200_000n) }];
    this.run({ kind: 'configure_referral', terms: { levels } });
    this.run({
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: START_MS,
      price: priceE8(10_000n * BTC_USDT.tickSizeE8),
    });
    for (const owner of [MAKER, TAKER]) this.#join(owner);
    for (const owner of [INVITED_MAKER, INVITED_TAKER]) this.#join(owner, MAKER);
    for (let at = 0; at < INVITERS; at += 1) {
      this.run({ kind: 'open_account', owner: FIRST_INVITER + at });
      this.#join(FIRST_INVITEE + at, FIRST_INVITER + at);
      if (at % 1_000 === 0) this.engine.takeChanges();
    }
    this.engine.takeChanges();
  }

  run(command: Command): Result & { ok: true } {
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs: this.timeMs };
    const result = this.engine.execute(command, stamp);
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.reject}`);
    return result;
  }

  /** The maker's lot is taken at once. */
  trade(maker: number, taker: number): void {
    this.run(limitOrder(maker, 'sell', [10_000, 1]));
    this.run(limitOrder(taker, 'buy', [10_000, 1]));
    if (this.#sequence % BATCH === 0) this.engine.takeChanges();
  }

  /** Pays all that is due; answers how much it was, and what the longest part took of this thread's time. */
  payDue(max: number): { readonly ran: number; readonly longestMs: number } {
    let sum = 0;
    let longestMs = 0;
    for (;;) {
      let ran = 0;
      const micros = cpuMicros(() => {
        const { value } = this.run({ kind: 'run_schedules', max });
        ran = value.kind === 'schedules' ? value.ran : 0;
        this.engine.takeChanges();
      });
      longestMs = Math.max(longestMs, micros / 1_000);
      sum += ran;
      if (ran < max) return { ran: sum, longestMs };
    }
  }

  #join(owner: number, inviter?: number): void {
    this.run({ kind: 'open_account', owner, ...(inviter === undefined ? {} : { inviter }) });
    for (const { currencyId } of [BTC, USDT]) {
      this.run({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(FUNDS),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
}

/** This thread's own time for something, in µs: what others do on a busy machine is not in it. */
function cpuMicros(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return user + system;
}

/** A day on which each invitee pays one fee, and its pay-out. */
function paidDay(exchange: Exchange, max: number): { microsEach: number; longestMs: number } {
  for (let at = 0; at < INVITERS; at += 1) exchange.trade(MAKER, FIRST_INVITEE + at);
  exchange.engine.takeChanges();
  exchange.timeMs += DAY_MS;
  let done = { ran: 0, longestMs: 0 };
  const micros = cpuMicros(() => {
    done = exchange.payDue(max);
  });
  if (done.ran !== INVITERS) throw new Error(`${done.ran} inviters were paid`);
  return { microsEach: micros / INVITERS, longestMs: done.longestMs };
}

const KINDS = [
  [MAKER, TAKER],
  [MAKER, INVITED_TAKER],
  [INVITED_MAKER, INVITED_TAKER],
] as const;

/** µs a trade of each kind, in turn within each round, so that a busy machine is busy for all of them. */
function tradeMicros(exchange: Exchange): number[] {
  const rounds = KINDS.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [maker, taker]] of KINDS.entries()) {
      const micros = cpuMicros(() => {
        for (let trade = 0; trade < TRADES; trade += 1) exchange.trade(maker, taker);
      });
      rounds[at]?.push(micros / TRADES);
    }
  }
  return rounds.map((each) => each.sort((left, right) => left - right)[ROUNDS >> 1] ?? 0);
}

/** With parts as the server pays them out, and with larger ones. */
function inTables(): Promise<Measurement[]> {
  const levels = [{ needs: 0, ratioPpm: ratePpm(200_000n) }];
  const seller = FIRST_OWNER;
  const seed: Command[] = [
    { kind: 'configure_referral', terms: { levels } },
    { kind: 'open_account', owner: seller },
    grant({ owner: seller, account: 'coin' }, BTC.currencyId),
  ];
  const eachDay: Command[] = [limitOrder(seller, 'sell', [PRICE, INVITERS])];
  for (let at = 0; at < INVITERS; at += 1) {
    const inviter = seller + 1 + at;
    const owner = inviter + INVITERS;
    seed.push({ kind: 'open_account', owner: inviter });
    seed.push({ kind: 'open_account', owner, inviter });
    seed.push(grant({ owner, account: 'coin' }, USDT.currencyId));
    eachDay.push(limitOrder(owner, 'buy', [PRICE, 1]));
  }
  const name = (count: string) => `the pay-out of a day's rebates to ${count} inviters`;
  const what = { name, unit: 'inviters' };
  return scheduleRows({ seed, eachDay }, [50, 500], what);
}

export async function run(): Promise<Measurement[]> {
  return [...inEngine(), ...(await inTables())];
}

function inEngine(): Measurement[] {
  const exchange = new Exchange();
  const [alone = 0, taker = 0, both = 0] = tradeMicros(exchange);
  exchange.timeMs += DAY_MS;
  exchange.payDue(PARTS[0]);
  paidDay(exchange, 1_000);
  const days = PARTS.map((max) => paidDay(exchange, max));
  exchange.engine.checkInvariants();
  const each = days.map(({ microsEach }) => microsEach.toFixed(2)).join(' / ');
  const longest = days.map(({ longestMs }) => longestMs.toFixed(1)).join(' / ');
  const more = (micros: number): string => `${((micros / alone - 1) * 100).toFixed(0)} % more`;
  return [
    {
      name: `pay-out of a day's rebates to ${INVITERS.toLocaleString('en')} inviters in the engine, parts of ${PARTS.join(' / ')}`,
      value: `${each} µs CPU an inviter`,
      note: `one entry each, rows taken after each part; longest part ${longest} ms CPU; the first of a day sorts it`,
    },
    {
      name: 'a trade in the engine: nobody, the taker, both invited',
      value: `${[alone, taker, both].map((micros) => micros.toFixed(2)).join(' / ')} µs CPU`,
      note: `two orders with entry and rows; ${more(taker)}, ${more(both)}`,
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
