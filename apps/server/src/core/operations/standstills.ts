/**
 * Which products stand still, so that people are told before they fill in what would be refused. Looked at whenever it is asked:
 * what an engine holds in its tables counts at once, that it is away once it has lasted longer than a takeover.
 */
import type { EngineProduct, Standstill, StandstillReason } from '@fairlead/contract';
import { ENGINE_NAMES } from '../config/engines.ts';
import { commitsNothing } from '../sequencer/commits-nothing.ts';
import type { SequencerHealth } from '../sequencer/options.ts';
import type { Trading } from './trading-mode.ts';

/** The engine of a product, whoever runs it. */
export interface EngineState {
  readonly health: () => SequencerHealth;
  readonly trading: Pick<Trading, 'isCancelOnly' | 'isHeldForLoss' | 'isHeldForDrift' | 'disk'>;
  readonly reconciler: { readonly isSound: boolean };
}

export interface StandstillsParts {
  /** Where one engine is everything it is that of each product. */
  readonly stateOf: (product: EngineProduct) => EngineState;
  /** Of any beginning, ms. */
  readonly nowMs?: () => number;
}

/** A standby leads within about a second, and a database that is started again is there in less. */
const AWAY_AFTER_MS = 2_000;

export class Standstills {
  readonly #parts: StandstillsParts;
  readonly #awaySinceMs = new Map<EngineProduct, number>();
  #last: readonly Standstill[] = [];

  constructor(parts: StandstillsParts) {
    this.#parts = parts;
  }

  /** In the order of products; the same list as long as nothing changes. */
  now(): readonly Standstill[] {
    const found = ENGINE_NAMES.flatMap((product): Standstill[] => {
      const why = this.#whyOf(product);
      return why === undefined ? [] : [{ product, why, takes_cancels: why !== 'away' }];
    });
    const isSame =
      found.length === this.#last.length &&
      found.every(({ product, why }, at) => {
        const before = this.#last[at];
        return before?.product === product && before.why === why;
      });
    if (!isSame) this.#last = found;
    return this.#last;
  }

  /** As a field; nothing where all go on. */
  field(): { standstill?: Standstill[] } {
    const standstill = this.now();
    return standstill.length === 0 ? {} : { standstill: [...standstill] };
  }

  #whyOf(product: EngineProduct): StandstillReason | undefined {
    const { health, trading, reconciler } = this.#parts.stateOf(product);
    if (this.#isAway(product, health())) return 'away';
    if (trading.isHeldForLoss) return 'held_for_loss';
    if (trading.isHeldForDrift || !reconciler.isSound) return 'held_for_drift';
    if (!trading.isCancelOnly) return undefined;
    const { disk } = trading;
    return disk === undefined || disk.level === 'room' ? 'cancel_only' : 'disk_short';
  }

  #isAway(product: EngineProduct, health: SequencerHealth): boolean {
    if (!commitsNothing(health)) {
      this.#awaySinceMs.delete(product);
      return false;
    }
    const nowMs = this.#parts.nowMs?.() ?? performance.now();
    const sinceMs = this.#awaySinceMs.get(product) ?? nowMs;
    this.#awaySinceMs.set(product, sinceMs);
    return nowMs - sinceMs >= AWAY_AFTER_MS;
  }
}
