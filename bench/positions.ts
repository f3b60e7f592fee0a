/**
 * What an index sample costs with 10 k, 100 k and 1 M open positions whose triggers are far away (the cost must not grow
 * with them), what a position keeps in memory, and how fast positions open, are set, closed and liquidated.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Command, Engine, type FuturesTerms, type Result } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import type { Measurement } from './run.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const OWNERS = 1_000;
const TICKS = 20_000;
const DUE = 10_000;
const START_MS = 1_700_000_000_000;
const MIDDLE_E8 = 1_000_000_000_000n;
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

const TERMS: FuturesTerms = {
  marketId: BTC_USDT.marketId,
  lotBaseMinor: amountMinor(1_000_000n),
  lotsMin: 1,
  lotsMax: 1_000,
  multiples: [2, 5, 10, 100].map((multiple) => ({
    multiple,
    maintenanceRatePpm: ratePpm(5_000n),
    notionalMaxMinor: usdt(1_000_000),
  })),
  openFeePpm: ratePpm(500n),
  closeFeePpm: ratePpm(500n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 1_000_000n,
  profitCapMultiple: 10,
  openInterestMaxMinor: usdt(1_000_000_000_000),
  positionsMax: 10_000,
  isOpen: true,
};

/** An engine with its own clock, whose commands must succeed. */
class Exchange {
  readonly engine = new Engine();
  #sequence = 0;
  #timeMs = START_MS;

  constructor() {
    this.run({ kind: 'configure_currency', currency: BTC });
    this.run({ kind: 'configure_currency', currency: USDT });
    this.run({ kind: 'configure_market', market: BTC_USDT });
    this.run({ kind: 'configure_futures', terms: TERMS });
    this.#pay('house', { house: 'contract_house' }, 1_000_000_000_000);
    this.#pay('fund', { house: 'insurance_fund' }, 1_000_000_000);
    for (let owner = 1; owner <= OWNERS; owner += 1) {
      this.run({ kind: 'open_account', owner });
      this.#pay(`${owner}`, { owner, account: 'contract' }, 1_000_000_000);
    }
    this.tick(MIDDLE_E8);
  }

  run(command: Command): Result {
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs: this.#timeMs };
    const result = this.engine.execute(command, stamp);
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.reject}`);
    return result;
  }

  tick(price: bigint): void {
    this.#timeMs += 1_000;
    const { marketId } = BTC_USDT;
    const sample = { sampleTimeMs: this.#timeMs, quotedAtMs: this.#timeMs };
    this.run({ kind: 'index_tick', marketId, ...sample, price: priceE8(price) });
  }

  /** Positions of many owners, longs and shorts in turn, at 2, 5 and 10 times: 9 % away at least. */
  open(count: number, multiples: readonly number[] = [2, 5, 10]): number[] {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const result = this.run({
        kind: 'open_position',
        owner: 1 + (at % OWNERS),
        marketId: BTC_USDT.marketId,
        side: at % 2 === 0 ? 'long' : 'short',
        type: 'market',
        lots: 1 + (at % 3),
        multiple: multiples[at % multiples.length] ?? 2,
      });
      if (result.ok && result.value.kind === 'position') ids.push(result.value.position.positionId);
      if (at % 1_000 === 0) this.engine.takeChanges();
    }
    this.engine.takeChanges();
    return ids;
  }

  #pay(
    reference: string,
    target: Extract<Command, { kind: 'post_entry' }>['target'],
    whole: number,
  ): void {
    this.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference,
      currencyId: USDT.currencyId,
      amount: usdt(whole),
      source: { house: 'external' },
      target,
    });
  }
}

/** This thread's own time for something, in µs: what others do on a busy machine is not in it. */
function cpuMicros(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return user + system;
}

/** Samples that wander by less than a percent, with their rows taken one by one. */
function tickMicros(exchange: Exchange, count: number): number {
  const micros = cpuMicros(() => {
    for (let at = 0; at < count; at += 1) {
      exchange.tick(MIDDLE_E8 + BigInt(at % 997) * 10_000_000n);
      exchange.engine.takeChanges();
    }
  });
  return micros / count;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memoryBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Filled {
  readonly count: number;
  readonly tickMicros: number;
  readonly bytesEach: number;
  readonly openMicros: number;
}

function filled(count: number): Filled {
  const exchange = new Exchange();
  const before = memoryBytes();
  const openMicros = cpuMicros(() => exchange.open(count)) / count;
  const bytesEach = (memoryBytes() - before) / count;
  tickMicros(exchange, TICKS / 10);
  return { count, tickMicros: tickMicros(exchange, TICKS), bytesEach, openMicros };
}

/** What one position costs that is given stops, closed by its owner, or liquidated with others in one second. */
function handling(): Measurement {
  const exchange = new Exchange();
  const ids = exchange.open(2 * DUE);
  const owners = new Map(ids.map((positionId, at) => [positionId, 1 + (at % OWNERS)]));
  const each = (work: (owner: number, positionId: number) => void, list: readonly number[]) =>
    cpuMicros(() => {
      for (const positionId of list) work(owners.get(positionId) ?? 0, positionId);
      exchange.engine.takeChanges();
    }) / list.length;
  const stops = each((owner, positionId) => {
    exchange.run({ kind: 'set_stops', owner, positionId });
  }, ids);
  const close = each(
    (owner, positionId) => {
      exchange.run({ kind: 'close_position', owner, positionId });
    },
    ids.slice(0, DUE),
  );
  exchange.open(DUE, [100]);
  // Half of them are long, the other half short: a fall and a rise.
  const liquidation = cpuMicros(() => {
    exchange.tick((MIDDLE_E8 * 99n) / 100n);
    exchange.tick((MIDDLE_E8 * 101n) / 100n);
    exchange.engine.takeChanges();
  });
  exchange.engine.checkInvariants();
  const thousands = DUE.toLocaleString('en');
  return {
    name: `${thousands} positions liquidated by two samples`,
    value: `${(liquidation / 1_000).toFixed(0)} ms CPU`,
    note:
      `${(liquidation / DUE).toFixed(1)} µs each with entry, postings, receipt and row; ` +
      `closed by their owners ${close.toFixed(1)} µs, stops set ${stops.toFixed(1)} µs`,
  };
}

export async function run(): Promise<Measurement[]> {
  const runs = SIZES.map(filled);
  const [first, , last] = runs;
  if (first === undefined || last === undefined) throw new Error('there were sizes');
  const times = runs.map((each) => each.tickMicros.toFixed(2)).join(' / ');
  const opens = runs.map((each) => each.openMicros.toFixed(1)).join(' / ');
  return [
    {
      name: 'index sample, CPU µs with 10 k / 100 k / 1 M positions open, none due',
      value: times,
      note: `1 M costs ${(last.tickMicros / first.tickMicros).toFixed(2)} × 10 k; rows taken each time`,
    },
    {
      name: 'memory of an open position, 1 M of 1,000 owners',
      value: `${last.bytesEach.toFixed(0)} bytes`,
      note: `columns, id table, links and two triggers; opening one takes ${opens} µs CPU at the three sizes`,
    },
    handling(),
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
