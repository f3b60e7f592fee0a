/** What of a run its mishaps and its last checks look at and act on. */
import type { Clients } from './client.ts';
import type { IndexVenues } from './drawn/index-venues.ts';
import type { Site } from './engines/site.ts';
import type { Figures } from './figures.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { WallClock } from './wall-clock.ts';

export interface Stage {
  readonly time: VirtualTime;
  readonly clock: WallClock;
  readonly venues: IndexVenues;
  readonly clients: Clients;
  readonly figures: Figures;
  /** The engines, the home first; one where one engine is everything. */
  readonly sites: readonly Site[];
  /** Percent of network exchanges that go wrong. */
  badness: number;
  /** Whether each engine is led by somebody. */
  readonly isServing: boolean;
  /** The tables of an engine went back. */
  rolledBack(site: Site): void;
  throwFailure(): void;
}
