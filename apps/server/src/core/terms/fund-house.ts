/** Gives an account of the demo's house what it starts with. */
import type { Currency, HouseAccount } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { SeedOptions } from './put-in-force.ts';

export interface HouseFunds {
  readonly house: HouseAccount;
  readonly currency: Currency;
  /** Whole units of the currency. */
  readonly whole: bigint;
  /** Names what it is for, so that it happens once. */
  readonly reference: string;
}

/** Out of the house's capital, which what was spent otherwise is gone from: then there is less, and a line in the log. */
export async function fundHouse(
  { sequencer, log }: Pick<SeedOptions, 'sequencer' | 'log'>,
  { house, currency: { currencyId, name, scale }, whole, reference }: HouseFunds,
): Promise<void> {
  const result = await sequencer.run({
    kind: 'post_entry',
    reason: 'capital',
    reference,
    currencyId,
    amount: amountMinor(whole * 10n ** BigInt(scale)),
    source: { house: 'capital' },
    target: { house },
  });
  if (result.ok || result.reject === 'duplicate_reference') return;
  log.warn(
    { house, currency: name, reject: result.reject },
    'the demo house was not given its capital',
  );
}
