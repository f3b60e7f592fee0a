/** Figures of futures for Prometheus, asked of the tables at each reading. */
import { HOUSE } from '@fairlead/engine';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { balancesOf } from '../store/ledger-queries.ts';
import { countOpenPositions } from '../store/position-queries.ts';
import { answered } from './operation-gauges.ts';

export function gaugeFutures(
  registry: Registry,
  { database, terms }: Pick<Context, 'database' | 'terms'>,
): void {
  const positions: Gauge<'status'> = new Gauge({
    name: 'fairlead_open_positions',
    help: 'Waiting and holding positions',
    labelNames: ['status'],
    registers: [registry],
    collect: async () => {
      const counts = await answered(countOpenPositions(database));
      positions.reset();
      if (counts === undefined) return;
      for (const status of ['waiting', 'holding'] as const)
        positions.set({ status }, counts.get(status) ?? 0);
    },
  });
  const insurance: Gauge<'currency'> = new Gauge({
    name: 'fairlead_insurance_fund',
    help: 'What the insurance fund has, in whole units of each currency',
    labelNames: ['currency'],
    registers: [registry],
    collect: async () => {
      const balances = await answered(balancesOf(database, HOUSE));
      insurance.reset();
      for (const { account, currencyId, total } of balances ?? []) {
        if (account !== 'insurance_fund') continue;
        const { name, scale } = terms.knownCurrency(currencyId);
        // A figure for a chart: the ledger has the exact one.
        insurance.set({ currency: name }, Number(total) / 10 ** scale);
      }
    },
  });
}
