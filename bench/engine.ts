/**
 * How fast the whole engine runs: the LOB-1M workload as commands of 1,000 owners, with checks, holds,
 * ledger, fees, journal and the rows of every change taken in batches, as the sequencer does.
 */
import { fileURLToPath } from 'node:url';
import { type CancelOrder, type Command, Engine, type PlaceOrder } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import {
  LOB_CANCEL,
  LOB_LIMIT,
  type LobWorkload,
  makeLobWorkload,
} from '@fairlead/testkit/lob-workload';
import { amountMinor, type PriceTicks, priceE8, type QuantityLots } from '@fairlead/units';
import type { Measurement } from './run.ts';

const COUNT = 1_000_000;
const OWNERS = 1_000;
const BATCH = 170;
const PASSES = 5;

/** Commands that prepare an exchange on which the workload's owners never run out of money. */
function* beginning(): Generator<Command> {
  yield { kind: 'configure_currency', currency: BTC };
  yield { kind: 'configure_currency', currency: USDT };
  yield { kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } };
  yield {
    kind: 'index_tick',
    marketId: BTC_USDT.marketId,
    sampleTimeMs: 1,
    price: priceE8(100_000n * BTC_USDT.tickSizeE8),
  };
  for (let owner = 1; owner <= OWNERS; owner += 1) {
    yield { kind: 'open_account', owner };
    for (const { currencyId } of [BTC, USDT]) {
      yield {
        kind: 'post_entry',
        reason: 'faucet',
        reference: `${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(10n ** 15n),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      };
    }
  }
}

/** The workload's places as commands; a cancel must name the id that the engine gave, so it waits. */
function placesOf({ kinds, sides, ids, prices, lots, count }: LobWorkload): PlaceOrder[] {
  const places: PlaceOrder[] = [];
  for (let at = 0; at < count; at += 1) {
    if (kinds[at] === LOB_CANCEL) continue;
    const owner = 1 + ((ids[at] ?? 0) % OWNERS);
    const side = sides[at] === 0 ? 'buy' : 'sell';
    const quantity = (lots[at] ?? 0) as QuantityLots;
    const base = { kind: 'place_order', owner, marketId: 1, side } as const;
    const price = (prices[at] ?? 0) as PriceTicks;
    places.push(
      kinds[at] === LOB_LIMIT
        ? { ...base, type: 'limit', timeInForce: 'gtc', price, quantity }
        : { ...base, type: 'market', timeInForce: 'ioc', size: { by: 'quantity', quantity } },
    );
  }
  return places;
}

interface Pass {
  readonly seconds: number;
  /** Of this thread: what others do on a busy machine is not in it. */
  readonly cpuSeconds: number;
  readonly trades: number;
  readonly refused: number;
}

function pass({ kinds, ids, count }: LobWorkload, places: readonly PlaceOrder[]): Pass {
  const engine = new Engine();
  let sequence = 0;
  for (const command of beginning()) {
    sequence += 1;
    engine.execute(command, { sequence, timeMs: 1 });
  }
  engine.takeChanges();
  const first = sequence;
  const orderIds = new Float64Array(count + 1);
  let trades = 0;
  let refused = 0;
  let nextPlace = 0;
  const begin = performance.now();
  const cpuBegin = process.threadCpuUsage();
  for (let at = 0; at < count; at += 1) {
    const id = ids[at] ?? 0;
    const isCancel = kinds[at] === LOB_CANCEL;
    const command = isCancel ? cancelOf(id, orderIds[id] ?? 0) : places[nextPlace];
    if (command === undefined) throw new Error('each place has a command');
    if (!isCancel) nextPlace += 1;
    sequence += 1;
    const result = engine.execute(command, { sequence, timeMs: 1 });
    if (!result.ok) refused += 1;
    else if (result.value.kind === 'order') orderIds[id] = result.value.order.orderId;
    if ((sequence - first) % BATCH === 0) trades += engine.takeChanges().trades.length;
  }
  trades += engine.takeChanges().trades.length;
  const seconds = (performance.now() - begin) / 1_000;
  const { user, system } = process.threadCpuUsage(cpuBegin);
  const cpuSeconds = (user + system) / 1_000_000;
  engine.checkInvariants();
  return { seconds, cpuSeconds, trades, refused };
}

function cancelOf(id: number, orderId: number): CancelOrder {
  return { kind: 'cancel_order', owner: 1 + (id % OWNERS), order: { orderId } };
}

export async function run(): Promise<Measurement[]> {
  const workload = makeLobWorkload({ count: COUNT });
  const places = placesOf(workload);
  const passes = Array.from({ length: PASSES }, () => pass(workload, places));
  const [first] = passes;
  const sorted = passes.slice(1).sort((left, right) => left.seconds - right.seconds);
  const warm = sorted[sorted.length >> 1];
  if (first === undefined || warm === undefined) throw new Error('there were passes');
  return [
    {
      name: 'whole engine, lob1m by 1,000 owners',
      value: `${millions(warm.seconds)} M commands/s warm`,
      note:
        `first pass ${millions(first.seconds)} M; by its thread's own CPU time ` +
        `${millions(warm.cpuSeconds)} M; ${warm.trades} trades with journal, ${warm.refused} refused ` +
        `(self-trades shift some); changes taken every ${BATCH}; aim 2 M`,
    },
  ];
}

function millions(seconds: number): string {
  return (COUNT / seconds / 1e6).toFixed(2);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
