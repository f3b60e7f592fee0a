/** From SIGKILL to ready with 100,000 waiting orders: the real process, on both stores. */
import { Engine } from '@fairlead/engine';
import { amountMinor, priceTicks, quantityLots } from '@fairlead/units';
import { type Sequencer, startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import { readMarkets } from '../apps/server/src/market/terms-queries.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import { startServer } from '../e2e/support/server.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';

const ORDERS = 100_000;
const OWNERS = 20;
const FIRST_OWNER = 1_000_000;
const SYMBOL = 'ETH/USDT';

export async function run(): Promise<Measurement[]> {
  const postgres = await createDatabase();
  try {
    return [await measure('PostgreSQL', postgres.url), await measure('PGlite', undefined)];
  } finally {
    await postgres.drop();
  }
}

async function measure(kind: string, databaseUrl: string | undefined): Promise<Measurement> {
  const server = await startServer({
    BOTS: 'false',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  try {
    await server.kill();
    await fillBook(databaseUrl === undefined ? { dataFolder: server.folder } : { databaseUrl });
    const startedAt = performance.now();
    await server.start();
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      name: `restart with 100,000 waiting orders, ${kind}`,
      value: `${seconds.toFixed(1)} s to ready`,
      note: 'process start, migrations check, reload, books and candles included',
    };
  } finally {
    await server.stop();
  }
}

/** Rests the orders through the sequencer, as the server would have. */
async function fillBook(store: { databaseUrl: string } | { dataFolder: string }): Promise<void> {
  const database = await openDatabase({ ...store, nowMs: Date.now() });
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    clock: { now: () => Date.now() },
    createEngine: (snapshot) => new Engine(snapshot),
  });
  try {
    const market = (await readMarkets(database)).find(({ symbol }) => symbol === SYMBOL);
    if (market === undefined) throw new Error(`there is no market ${SYMBOL}`);
    await runAll(sequencer, [
      { kind: 'configure_market', market: { ...market, openOrdersMax: 10_000 } },
      ...Array.from({ length: OWNERS }, (_, index) => FIRST_OWNER + index).flatMap((owner) => [
        { kind: 'open_account', owner } as const,
        {
          kind: 'post_entry',
          reason: 'faucet',
          reference: `bench:${owner}`,
          currencyId: market.baseCurrencyId,
          amount: amountMinor(10n ** 15n),
          source: { house: 'external' },
          target: { owner, account: 'coin' },
        } as const,
      ]),
    ]);
    for (let at = 0; at < ORDERS; at += 1_000) {
      await runAll(
        sequencer,
        Array.from({ length: 1_000 }, (_, index) => ({
          kind: 'place_order' as const,
          owner: FIRST_OWNER + ((at + index) % OWNERS),
          marketId: market.marketId,
          side: 'sell' as const,
          type: 'limit' as const,
          timeInForce: 'gtc' as const,
          price: priceTicks(345_000 + ((at + index) % 20_000)),
          quantity: quantityLots(100),
        })),
      );
    }
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

async function runAll(
  sequencer: Sequencer,
  commands: readonly Parameters<Sequencer['run']>[0][],
): Promise<void> {
  for (const result of await Promise.all(commands.map((command) => sequencer.run(command))))
    if (!result.ok) throw new Error(`the bench's command was refused: ${result.reject}`);
}
