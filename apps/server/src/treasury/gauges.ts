/** What alarms of the hot wallets are set on. Figures of the tables are asked for at most every five seconds. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf, type Labelled } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Terms } from '../market/index.ts';
import { standingOf } from './standing.ts';
import type { LineFigures, Treasury } from './treasury.ts';

export interface TreasuryGaugeNeeds {
  readonly treasury: Treasury;
  readonly terms: Terms;
  readonly clock: { now(): number };
}

const KEPT_MS = 5 * SECOND_MS;

export function gaugeTreasury(
  registry: Registry,
  { treasury, terms, clock }: TreasuryGaugeNeeds,
): void {
  const add = gaugesOf(registry);
  let kept: { readonly atMs: number; readonly lines: Promise<readonly LineFigures[]> } | undefined;
  const linesOf = async (): Promise<readonly LineFigures[]> => {
    const nowMs = clock.now();
    if (kept === undefined || nowMs >= kept.atMs + KEPT_MS || nowMs < kept.atMs)
      kept = { atMs: nowMs, lines: treasury.lines() };
    return (await answered(kept.lines)) ?? [];
  };
  /** In whole units of the currency; a gauge is no ledger, so a number is near enough. */
  const units = (amount: bigint, currencyId: number): number =>
    Number(amount) / 10 ** terms.knownCurrency(currencyId).scale;
  const labelsOf = ({ chain, currencyId }: LineFigures) => ({
    currency: terms.knownCurrency(currencyId).name,
    chain,
  });
  const gauge = (name: string, help: string, read: (line: LineFigures) => number | undefined) =>
    add({ name, help, labelNames: ['currency', 'chain'] }, async () =>
      (await linesOf()).flatMap((line) => {
        const value = line.isWatched ? read(line) : undefined;
        return value === undefined ? [] : [[labelsOf(line), value] as const];
      }),
    );
  gauge(
    'fairlead_hot_wallet_units',
    'What the hot wallets hold, as nodes said last',
    ({ hot, currencyId }) => (hot === undefined ? undefined : units(hot, currencyId)),
  );
  gauge(
    'fairlead_hot_wallet_age_seconds',
    'Since nodes told what the hot wallets hold',
    (line) => treasury.ageMs(line) / SECOND_MS,
  );
  gauge(
    'fairlead_hot_wallet_short_units',
    'What passed withdrawals that nobody has begun need and the hot wallets have not',
    (line) =>
      line.hot === undefined ? undefined : units(standingOf(line).short ?? 0n, line.currencyId),
  );
  gauge(
    'fairlead_deposit_addresses_units',
    'What lies at the deposit addresses that got most lately, as nodes said last',
    ({ deposits, currencyId }) => deposits && units(deposits.balance, currencyId),
  );
  add(
    {
      name: 'fairlead_hot_wallet_limit_units',
      help: 'What the hot wallets may hold, as two operators set it',
      labelNames: ['currency', 'chain', 'limit'],
    },
    async (): Promise<Labelled> =>
      (await linesOf()).flatMap((line) =>
        line.limits === undefined
          ? []
          : (['minimum', 'target', 'maximum'] as const).map(
              (limit) =>
                [
                  { ...labelsOf(line), limit },
                  units(line.limits?.[limit] ?? 0n, line.currencyId),
                ] as const,
            ),
      ),
  );
}
