/** The part that options have of a batch, of a start and of what must add up. */
import type { OptionRow } from '@fairlead/engine';
import { copies, updates, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { readOpenOptions, readOptionCurrencies, readOptionTerms } from './queries.ts';
import { OPTION_CURRENCIES, OPTION_LAYOUT, OPTION_ORDERS, OPTION_TERMS } from './record.ts';

const copyOptions = copies(OPTION_ORDERS);
const settleOptions = updates(OPTION_ORDERS);

/** Orders bought in this batch are copied, the others are settled: an id is its command's sequence. */
const orders: BatchPart = (encoder, { changes: { options }, previousSequence }) => {
  const isNew = ({ optionId }: OptionRow): boolean => optionId > previousSequence;
  copyOptions(encoder, options.filter(isNew));
  settleOptions(
    encoder,
    options.filter((row) => !isNew(row)),
  );
};

/** What is in escrow is the stakes and fees of open options. */
const ESCROW = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT currency_id, total_minor AS amount
    FROM balances WHERE owner_id = 0 AND account = 'option_escrow'
    UNION ALL
    SELECT currency_id, -stake_minor - fee_minor FROM option_orders
    WHERE status = 'open' AND keeps_account('option')
  ) AS held_and_owed
  GROUP BY currency_id HAVING sum(amount) <> 0`;

export const optionTables = {
  writes: {
    terms: [
      rowsOf('optionTerms', upserts(OPTION_TERMS)),
      rowsOf('optionCurrencies', upserts(OPTION_CURRENCIES)),
    ],
    acts: [orders],
  },
  reads: {
    optionTerms: readOptionTerms,
    optionCurrencies: readOptionCurrencies,
    options: readOpenOptions,
  },
  told: { options: OPTION_LAYOUT },
  checks: {
    // What open ones may win.
    holds: [
      `SELECT '0 option_house ' || currency_id, -payout_minor
    FROM option_orders WHERE status = 'open' AND keeps_account('option')`,
    ],
    sums: [{ check: 'option_escrow', sql: ESCROW }],
    numbers: [['option', 'SELECT max(option_id) FROM option_orders', 'last_sequence']],
  },
} satisfies TablesPart;
