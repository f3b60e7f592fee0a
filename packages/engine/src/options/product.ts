import type { Product } from '../state/product.ts';
import { buyOption, optionNeed } from './buy.ts';
import { checkOptions, restoreOptions } from './check-invariants.ts';
import { configureOptionCurrency, configureOptions } from './configure.ts';
import { deliverOptions, settleDue } from './delivery.ts';
import { optionRecords } from './records.ts';

/** Rise/fall options. */
export const options = {
  handlers: {
    configure_options: configureOptions,
    configure_option_currency: configureOptionCurrency,
    buy_option: buyOption,
    settle_due: (state, _, stamp) => settleDue(state, stamp),
  },
  openings: ['buy_option'],
  takeChanges: (state) => state.options.takeChanges(),
  snapshot: (state) => state.options.snapshot(),
  restore: restoreOptions,
  check: checkOptions,
  records: optionRecords,
  tick: deliverOptions,
  parkingNeed: (state, command) =>
    command.kind === 'buy_option' ? optionNeed(state, command) : undefined,
  isMarketInUse: (state, { terms }) => state.options.market(terms.marketId).count > 0,
} satisfies Product;
