import type { Reject } from '@fairlead/engine';
import type { Say } from '../core/texts/texts.ts';

/** Says which input a refused opening is about. */
export function openingFields(
  reject: Reject,
  say: Say,
): Readonly<Record<string, string>> | undefined {
  switch (reject) {
    case 'insufficient_balance':
      return { lots: say('fields.balance_low') };
    case 'quantity_out_of_range':
      return { lots: say('fields.too_large') };
    case 'price_out_of_band':
      return { price: say('errors.price_out_of_band') };
    case 'not_offered':
      return { multiple: say('errors.not_offered') };
    default:
      return undefined;
  }
}
