/** What of a run its mishaps and its last checks look at and act on. */
import type { Auditor } from './auditor.ts';
import type { Clients } from './client.ts';
import type { FaultPlan } from './drawn/fault-plan.ts';
import type { IndexVenues } from './drawn/index-venues.ts';
import type { Evidence } from './evidence.ts';
import type { Figures } from './figures.ts';
import type { ServerProcess } from './server-process.ts';
import type { MemoryServer } from './store/memory-server.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { WallClock } from './wall-clock.ts';

export interface Stage {
  readonly time: VirtualTime;
  readonly clock: WallClock;
  readonly venues: IndexVenues;
  readonly plan: FaultPlan;
  readonly server: MemoryServer;
  readonly auditor: Auditor;
  readonly evidence: Evidence;
  readonly clients: Clients;
  readonly figures: Figures;
  /** Those that live; the one that was started last is the last. */
  readonly processes: readonly ServerProcess[];
  /** Percent of network exchanges that go wrong. */
  badness: number;
  readonly isServing: boolean;
  startProcess(): ServerProcess;
  throwFailure(): void;
}
