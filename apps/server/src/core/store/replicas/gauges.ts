/** What reads at replicas tell of themselves, for Prometheus. */
import type { Registry } from 'prom-client';
import { flag, gaugesOf } from '../../operations/gauge.ts';
import type { ReplicaReads } from './replica-reads.ts';

export function gaugeReplicas(
  registry: Registry,
  reads: Pick<ReplicaReads, 'seen' | 'answered' | 'mayAgree'>,
): void {
  const gauge = gaugesOf(registry);
  gauge(
    {
      name: 'fairlead_read_hosts',
      help: 'Hosts of DATABASE_READ_URL by what they are to reads: current, behind, primary, away',
      labelNames: ['state'],
    },
    () =>
      (['current', 'behind', 'primary', 'away'] as const).map((state) => [
        { state },
        reads.seen.filter((seen) => seen.state === state).length,
      ]),
  );
  gauge(
    {
      name: 'fairlead_reads',
      help: 'Reads of lists and histories since the start, by who answered',
      labelNames: ['at'],
    },
    () => Object.entries(reads.answered).map(([at, count]) => [{ at }, count]),
  );
  gauge(
    {
      name: 'fairlead_reads_outlive_primary',
      help: 'Whether lists and histories are answered where the primary goes away now',
    },
    () => flag(reads.mayAgree),
  );
}
