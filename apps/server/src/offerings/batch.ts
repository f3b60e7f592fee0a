/** The part that offerings and subscriptions have of a batch, of a start and of what must add up. */
import { upserts } from '../core/store/batch/table-writer.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { readOfferings, readOpenSubscriptions } from './queries.ts';
import { OFFERINGS, SUBSCRIPTIONS } from './record.ts';

export const offeringTables = {
  writes: {
    terms: [rowsOf('offerings', upserts(OFFERINGS))],
    acts: [rowsOf('subscriptions', upserts(SUBSCRIPTIONS))],
  },
  reads: { offerings: readOfferings, subscriptions: readOpenSubscriptions },
  checks: {
    // Payments under review, what is subscribed for in the supply, and what passed and is not released.
    holds: [
      `SELECT owner_id || ' coin ' || payment_currency_id, -paid_minor
    FROM subscriptions WHERE status = 'under_review'`,
      `SELECT '0 subscription_supply ' || currency_id, -amount_minor
    FROM subscriptions WHERE status = 'under_review'`,
      `SELECT owner_id || ' coin ' || currency_id, -amount_minor
    FROM subscriptions WHERE status = 'passed' AND NOT is_released`,
    ],
    numbers: [['subscription', 'SELECT max(subscription_id) FROM subscriptions', 'last_sequence']],
  },
  // The release of what passed.
  due: ({ subscriptions }) =>
    subscriptions
      .filter(({ status, isReleased }) => status === 'passed' && !isReleased)
      .map(({ unlocksAtMs }) => unlocksAtMs),
} satisfies TablesPart;
