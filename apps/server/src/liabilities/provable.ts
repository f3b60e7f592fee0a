/** Whether what is owed may be proved now: of books that may not add up nothing is published. */
import { ProblemError } from '@fairlead/contract';
import type { ExchangeChecks, Reconciler } from '../core/checks/reconciler.ts';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import { checkNotLost, type LossHolds } from '../core/operations/trading-mode.ts';
import { readTrading } from '../core/store/trading-record.ts';

export interface ProvableParts extends LossHolds {
  readonly reconciler: Pick<Reconciler, 'isSound'>;
  /** What compares the transfers between engines, where there are several. */
  readonly products?:
    | { exchangeOf?(name: EngineName): Pick<ExchangeChecks, 'newest'> | undefined }
    | undefined;
}

/**
 * Throws `held_for_loss` while any engine is held for one, `recount_needed` while one is held for a drift or what they sent to one
 * another does not agree as it is now, and `unavailable` where that cannot be looked at.
 */
export async function checkProvable(parts: ProvableParts): Promise<void> {
  const { reconciler, everyBooks, products } = parts;
  try {
    await checkNotLost(parts);
    const rows = await Promise.all(everyBooks().map(readTrading));
    const isHeld = rows.some((row) => row?.mode === 'cancel_only' && row.cause === 'drift');
    if (isHeld || !reconciler.isSound) throw new ProblemError('recount_needed');
    for (const name of ENGINE_NAMES)
      if (((await products?.exchangeOf?.(name)?.newest()) ?? []).length > 0)
        throw new ProblemError('recount_needed');
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('unavailable', { cause: error });
  }
}
