import type { Product } from '../state/product.ts';
import { buyHosting } from './buy.ts';
import { checkHosting, restoreHosting } from './check-invariants.ts';
import { configureHosting } from './configure.ts';
import { hostingSchedule } from './interest.ts';
import { hostingRecords } from './records.ts';
import { redeemHosting } from './redeem.ts';

/** Locked funds. */
export const hosting = {
  handlers: {
    configure_hosting: configureHosting,
    buy_hosting: buyHosting,
    redeem_hosting: redeemHosting,
  },
  openings: ['buy_hosting'],
  takeChanges: (state) => state.hostings.takeChanges(),
  snapshot: (state) => state.hostings.snapshot(),
  restore: restoreHosting,
  check: checkHosting,
  records: hostingRecords,
  schedules: [hostingSchedule],
} satisfies Product;
