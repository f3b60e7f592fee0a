import type { Product } from '../state/product.ts';
import { checkOfferings, restoreOfferings } from './check-invariants.ts';
import { configureOffering, isBeforeLaunch } from './configure.ts';
import { decideSubscription, releaseSchedule } from './decide.ts';
import { offeringRecords } from './records.ts';
import { subscribe } from './subscribe.ts';

/** New currencies, sold before their markets open. */
export const offerings = {
  handlers: {
    configure_offering: configureOffering,
    subscribe,
    decide_subscription: decideSubscription,
  },
  openings: ['subscribe'],
  takeChanges: (state) => state.offerings.takeChanges(),
  snapshot: (state) => state.offerings.snapshot(),
  restore: restoreOfferings,
  check: checkOfferings,
  records: offeringRecords,
  schedules: [releaseSchedule],
  isMarketEarly: isBeforeLaunch,
  isCurrencyInUse: (state, currencyId) => state.offerings.isOffered(currencyId),
} satisfies Product;
