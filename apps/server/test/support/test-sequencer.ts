/** A sequencer on a test database with two traders, and short words for what tests do most. */
import {
  type Command,
  Engine,
  type PlaceOrder,
  type Result,
  type Side,
  stateHash,
} from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, priceTicks, quantityLots } from '@fairlead/units';
import type { Idempotency } from '../../src/core/sequencer/answer-cache.ts';
import { fingerprint } from '../../src/core/sequencer/fingerprint.ts';
import type { SequencerOptions } from '../../src/core/sequencer/options.ts';
import type { EnginePort } from '../../src/core/sequencer/ports.ts';
import { type Sequencer, startSequencer } from '../../src/core/sequencer/sequencer.ts';
import type { Answer, Rendered } from '../../src/core/sequencer/submission.ts';
import type { Database } from '../../src/core/store/database.ts';
import { EXCHANGE_TABLES } from '../../src/tables.ts';

export const MAKER = 11;
export const TAKER = 12;
export const ROUTE = 'coin/trade';

/** A clock that stands still until it is set. */
export class FakeClock {
  nowMs = 1_800_000_000_000;
  now(): number {
    return this.nowMs;
  }
}

export type TestSequencerOptions = Partial<SequencerOptions>;

/** Starts a sequencer with the real engine; waits between retries are no waits. */
export function start(database: Database, options: TestSequencerOptions = {}): Promise<Sequencer> {
  return startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    clock: new FakeClock(),
    createEngine: (snapshot): EnginePort => new Engine(snapshot),
    delay: () => Promise.resolve(),
    ...options,
  });
}

/** BTC/USDT open at 100.00, and both traders with 1 BTC-thousand and 1 USDT-million. */
export async function seed(sequencer: Sequencer, clock = new FakeClock()): Promise<void> {
  const commands: Command[] = [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: BTC_USDT },
    {
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: clock.nowMs,
      price: priceE8(100_00000000n),
    },
  ];
  for (const owner of [MAKER, TAKER]) {
    commands.push({ kind: 'open_account', owner });
    commands.push(fund(owner, BTC.currencyId, 1_000_00000000n));
    commands.push(fund(owner, USDT.currencyId, 1_000_000_000000n));
  }
  for (const result of await Promise.all(commands.map((command) => sequencer.run(command)))) {
    if (!result.ok) throw new Error(`seed: ${result.reject}`);
  }
}

export function fund(owner: number, currencyId: number, amount: bigint): Command {
  return {
    kind: 'post_entry',
    reason: 'faucet',
    reference: `seed:${owner}:${currencyId}`,
    currencyId,
    amount: amountMinor(amount),
    source: { house: 'external' },
    target: { owner, account: 'coin' },
  };
}

export function limit(
  owner: number,
  side: Side,
  [price, quantity]: readonly [price: number, quantity: number],
  clientOrderId?: string,
): PlaceOrder {
  return {
    kind: 'place_order',
    owner,
    marketId: BTC_USDT.marketId,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    price: priceTicks(price),
    quantity: quantityLots(quantity),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
}

/** Result as JSON text: 200, or 400 with the reject. */
export function render(result: Result): Rendered {
  const status = result.ok ? 200 : 400;
  const body = JSON.stringify(result, (_name, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return { status, body };
}

/** A command's request under a key; the fingerprint is the command's. */
export const keyed = (key: string, command: PlaceOrder, route = ROUTE): Idempotency => ({
  owner: command.owner,
  key,
  route,
  fingerprint: fingerprint(route, JSON.parse(JSON.stringify(command))),
});

/** Submits with a key. */
export function submitKeyed(
  sequencer: Sequencer,
  key: string,
  command: PlaceOrder,
  route = ROUTE,
): Promise<Answer> {
  return sequencer.submit({ command, idempotency: keyed(key, command, route), render });
}

/** The hash of the engine that the tables give, and of the one that runs. */
export async function hashes(
  sequencer: Sequencer,
  database: Database,
): Promise<{ running: unknown; reloaded: unknown }> {
  const { readSnapshot } = await import('../../src/core/store/snapshot-reader.ts');
  return sequencer.atRest(async (engine) => ({
    running: stateHash(engine.holdSnapshot()),
    reloaded: new Engine(await readSnapshot(database, EXCHANGE_TABLES)).stateHash(),
  }));
}
