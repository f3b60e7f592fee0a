/** How many endpoints there are, for Prometheus. */
import type { Registry } from 'prom-client';
import { gaugesOf } from '../../core/operations/gauge.ts';
import { answered } from '../../core/operations/metrics.ts';
import type { Database } from '../../core/store/database.ts';
import { countWebhooks } from './queries.ts';

export function gaugeWebhooks(
  registry: Registry,
  { database }: { readonly database: Database },
): void {
  const help = "Endpoints of users' webhooks; a failing one takes nothing just now";
  gaugesOf(registry)({ name: 'fairlead_webhooks', help, labelNames: ['state'] }, async () => {
    const counts = await answered(countWebhooks(database));
    return Object.entries(counts ?? {}).map(([state, count]) => [{ state }, count]);
  });
}
