/** What is open of the cold wallets, and what they hold, for Prometheus. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Database } from '../core/store/database.ts';
import type { Cold, ColdHoldings } from './cold.ts';
import type { SafeHoldings } from './safe/safe.ts';
import { type OpenState, openStates } from './state-queries.ts';

const SATOSHIS = 100_000_000;

export interface ColdGaugeNeeds {
  readonly cold: Pick<Cold, 'measured' | 'safe'>;
  readonly database: Database;
  readonly clock: { now(): number };
}

export function gaugeCold(registry: Registry, { cold, database, clock }: ColdGaugeNeeds): void {
  const add = gaugesOf(registry);
  const gauge = (name: string, help: string, read: (open: OpenState) => number) =>
    add({ name, help, labelNames: ['state'] }, async () =>
      ((await answered(openStates(database))) ?? []).map(
        (open) => [{ state: open.state }, read(open)] as const,
      ),
    );
  gauge(
    'fairlead_cold_payments',
    'Payments of the cold wallet to sign, or sent',
    (open) => open.count,
  );
  gauge(
    'fairlead_cold_payment_age_seconds',
    'Since when the oldest of them is so',
    ({ sinceMs }) => (sinceMs === undefined ? 0 : Math.max(clock.now() - sinceMs, 0) / SECOND_MS),
  );
  add(
    {
      name: 'fairlead_wallet_bitcoin',
      help: 'What the cold wallet and the hot ones hold, as measured last',
      labelNames: ['wallet'],
    },
    () => (cold.measured === undefined ? [] : heldBy(cold.measured)),
  );
  add(
    {
      name: 'fairlead_wallet_ethereum',
      help: 'What the Safe and the hot wallets on Ethereum hold, as measured last',
      labelNames: ['wallet', 'currency'],
    },
    () => (cold.safe?.measured === undefined ? [] : heldBySafe(cold.safe.measured)),
  );
  add(
    {
      name: 'fairlead_cold_powers',
      help: 'Who has power over the Safe beside enough of its owners, as found last',
      labelNames: ['kind'],
    },
    () => (cold.safe?.found ?? []).map(({ kind }) => [{ kind }, 1] as const),
  );
}

/** In whole units of each currency, as heldBy. */
export function heldBySafe({ balances }: Pick<SafeHoldings, 'balances'>) {
  return balances.flatMap(({ asset: { currency, scale }, cold, hot }) => {
    const sum = [...hot.values()].reduce((total, units) => total + units, 0n);
    const shown = (units: bigint): number => Number(units) / 10 ** scale;
    return [
      [{ wallet: 'cold', currency }, shown(cold)],
      [{ wallet: 'hot', currency }, shown(sum)],
    ] as const;
  });
}

/** In bitcoin; a gauge is no ledger, so a number is near enough. */
export function heldBy({ balance, hot }: Pick<ColdHoldings, 'balance' | 'hot'>) {
  const sum = [...hot.values()].reduce((total, units) => total + units, 0n);
  return [
    [{ wallet: 'cold' }, Number(balance) / SATOSHIS],
    [{ wallet: 'hot' }, Number(sum) / SATOSHIS],
  ] as const;
}
