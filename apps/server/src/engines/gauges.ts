/** What this process's engines tell Prometheus of money on its way to others. */
import type { Registry } from 'prom-client';
import type { EngineName } from '../core/config/engines.ts';
import { gaugesOf } from '../core/operations/gauge.ts';
import type { Queryable } from '../core/store/database.ts';
import { oldestSentMs } from '../ledger/index.ts';

interface SendingEngine {
  readonly name: EngineName;
  readonly books: Queryable;
}

/**
 * How long ago the oldest left that is neither there nor back, by the engine that it left; 0 where nothing is on its way. By the tables,
 * so what no carrier carries counts too. Of an engine whose database is away nothing is known, which has an alarm of its own.
 */
export function gaugeTransfers(
  registry: Registry,
  { engines, clock }: { engines: readonly SendingEngine[]; clock: { now(): number } },
): void {
  const ageOf = async ({ name, books }: SendingEngine) => {
    const sinceMs = await oldestSentMs(books).catch(() => null);
    if (sinceMs === null) return [];
    // A clock that was put back leaves times to come.
    const ageMs = Math.max(0, clock.now() - (sinceMs ?? clock.now()));
    return [[{ engine: name }, ageMs / 1_000] as const];
  };
  gaugesOf(registry)(
    {
      name: 'fairlead_transfers_oldest_seconds',
      help: 'Since when the oldest transfer to another engine is on its way, by the engine that it left',
      labelNames: ['engine'],
    },
    async () => (await Promise.all(engines.map(ageOf))).flat(),
  );
}
