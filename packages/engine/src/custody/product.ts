import type { Product } from '../state/product.ts';
import { checkCustody, checkInTransit, restoreCustody } from './check-invariants.ts';
import { decideDeposit } from './decide-deposit.ts';
import {
  creditDeposit,
  dropDeposit,
  openDeposit,
  releaseDeposit,
  reverseDeposit,
} from './deposit-handlers.ts';
import { markWithdrawal } from './mark-withdrawal.ts';
import { custodyRecords } from './records.ts';
import { cancelWithdrawal, decideWithdrawal, requestWithdrawal } from './withdrawal-handlers.ts';

/** Money that comes in and goes out. */
export const custody = {
  handlers: {
    request_withdrawal: requestWithdrawal,
    cancel_withdrawal: cancelWithdrawal,
    decide_withdrawal: decideWithdrawal,
    mark_withdrawal: markWithdrawal,
    open_deposit: openDeposit,
    credit_deposit: creditDeposit,
    release_deposit: releaseDeposit,
    decide_deposit: decideDeposit,
    drop_deposit: dropDeposit,
    reverse_deposit: reverseDeposit,
  },
  takeChanges: ({ deposits, withdrawals, loneWords, vouches }) => ({
    deposits: deposits.takeChanged(),
    withdrawals: withdrawals.takeChanged(),
    loneWords: loneWords.takeChanged(),
    vouches: vouches.takeChanged(),
  }),
  snapshot: ({ deposits, withdrawals, loneWords, vouches, counters }) => ({
    deposits: deposits.rows(),
    withdrawals: withdrawals.rows(),
    loneWords: loneWords.rows(counters.timeMs),
    vouches: vouches.rows(counters.timeMs),
    chainOutputs: deposits.outputs(),
  }),
  restore: restoreCustody,
  checkStored: checkInTransit,
  check: checkCustody,
  records: custodyRecords,
} satisfies Product;
