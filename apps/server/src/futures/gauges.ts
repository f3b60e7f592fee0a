/** Figures of futures for Prometheus, asked of the tables at each reading. */

import { HOUSE } from '@fairlead/engine';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Database } from '../core/store/database.ts';
import { balancesOf } from '../ledger/index.ts';
import type { Terms } from '../market/index.ts';
import { countOpenPositions } from './queries.ts';

export function gaugeFutures(
  registry: Registry,
  { books, terms }: { readonly books: Database; readonly terms: Terms },
): void {
  const gauge = gaugesOf(registry);
  gauge(
    {
      name: 'fairlead_open_positions',
      help: 'Waiting and holding positions',
      labelNames: ['status'],
    },
    async () => {
      const counts = await answered(countOpenPositions(books));
      if (counts === undefined) return [];
      return (['waiting', 'holding'] as const).map((status) => [
        { status },
        counts.get(status) ?? 0,
      ]);
    },
  );
  gauge(
    {
      name: 'fairlead_insurance_fund',
      help: 'What the insurance fund has, in whole units of each currency',
      labelNames: ['currency'],
    },
    async () => {
      const balances = await answered(balancesOf(books, HOUSE));
      const funds = balances?.filter(({ account }) => account === 'insurance_fund') ?? [];
      return funds.map(({ currencyId, total }) => {
        const { name, scale } = terms.knownCurrency(currencyId);
        // A figure for a chart: the ledger has the exact one.
        return [{ currency: name }, Number(total) / 10 ** scale];
      });
    },
  );
}
