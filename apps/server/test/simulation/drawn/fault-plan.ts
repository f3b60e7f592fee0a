/** What goes wrong at the database, drawn from the seed; nothing does once it is healed. */
import type { Seeded } from '@fairlead/testkit';
import type { Figures } from '../figures.ts';
import type { ServerPlan, WriteFault } from '../store/memory-server.ts';

/** SQLSTATEs with which a server rolls a batch back. */
const REFUSALS = [
  'serialization failure (40001)',
  'deadlock (40P01)',
  'statement timeout (57014)',
  'disk full (53100)',
  'read-only (25006)',
] as const;

const LOSSES = [
  'lost_aborted',
  'lost_committed',
  'lost_running_committed',
  'lost_running_aborted',
  'lost_late',
] as const;

export class FaultPlan implements ServerPlan {
  readonly #random: Seeded;
  readonly #figures: Figures;
  /** Percent of batches that fail. */
  writeFaults = 0;
  /** Percent of reads that fail. */
  readFaults = 0;

  constructor(random: Seeded, figures: Figures) {
    this.#random = random;
    this.#figures = figures;
  }

  latencyMs(): number {
    return this.#random.chance(3) ? this.#random.below(300) : this.#random.below(6);
  }

  writeFault(): WriteFault | undefined {
    const random = this.#random;
    if (!random.chance(this.writeFaults)) return undefined;
    if (random.chance(40)) {
      const why = random.pick(REFUSALS);
      this.#figures.add(`fault batch refused: ${why}`);
      return { kind: 'refused', why, afterStatements: random.below(8) };
    }
    const kind = random.pick(LOSSES);
    this.#figures.add(`fault commit ${kind.replaceAll('_', ' ')}`);
    return { kind, ms: random.below(3_000) };
  }

  readFails(): boolean {
    const fails = this.#random.chance(this.readFaults);
    if (fails) this.#figures.add('fault read failed');
    return fails;
  }

  arrivesAfterDeath(): boolean {
    return this.#random.chance(50);
  }

  heal(): void {
    this.writeFaults = 0;
    this.readFaults = 0;
  }
}
