/** A user's own rebates as CSV. */
import { amountText, rateText } from '../core/http/figures.ts';
import { type OwnExports, ownRow, ownRows } from '../core/operations/exports.ts';
import type { Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import { REBATE_COLUMNS, type RebateRecord, toRebate } from './record.ts';

const IS_PAID = `EXISTS (SELECT FROM rebate_days AS paid
  WHERE paid.inviter_id = rebates.inviter_id AND paid.currency_id = rebates.currency_id
    AND paid.day = rebates.day AND paid.paid_at_ms IS NOT NULL) AS is_paid`;

const REBATES = {
  columns: `${REBATE_COLUMNS}, ${IS_PAID}`,
  table: 'rebates',
  owner: 'inviter_id',
  key: 'rebate_id',
  time: 'time_ms',
};

export const ownReferralExports = ({
  reads,
  terms,
}: {
  readonly reads: Reads;
  readonly terms: Terms;
}): Pick<OwnExports, 'rebates'> => ({
  rebates: {
    columns: ['id', 'currency', 'fee', 'ratio', 'amount', 'status'],
    read: ownRows<RebateRecord & { readonly is_paid: boolean }>(reads, REBATES, (record) => {
      const rebate = toRebate(record);
      const currency = terms.knownCurrency(rebate.currencyId);
      return ownRow(rebate.rebateId, rebate.timeMs, {
        id: rebate.rebateId,
        currency: currency.name,
        fee: amountText(rebate.fee, currency),
        ratio: rateText(rebate.ratioPpm),
        amount: amountText(rebate.amount, currency),
        status: record.is_paid ? 'paid' : 'pending',
      });
    }),
  },
});
