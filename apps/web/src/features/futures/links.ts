/** Where the pages of a position's surroundings are. */
import { href } from '../../app/navigation.ts';

/** The receipt of one opening or close: what happened at the index, for anybody to re-compute. */
export const receiptHref = (id: number): string => href('pages/settlement/receipt', { id });

/** To fill the contract account. */
export const fundHref = (currencyId: number): string =>
  href('pages/assets/transfer/index', { from: 'coin', to: 'contract', currency_id: currencyId });
