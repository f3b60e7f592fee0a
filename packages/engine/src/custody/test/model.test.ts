/** Deposits and withdrawals, command by command: D1, D10, D17, L2, V8, W1, W3, W9, W11, W14. */
import type { LoneRule } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import { answers, changed, describeModel } from '../../../test/kit/model.ts';
import type { Plant } from '../../../test/kit/story.ts';
import { CustodyStory } from './story.ts';

const ALL = amountMinor(10n ** 15n);
const without =
  (sum: 'operatorDayFrom' | 'ownerWeekFrom') =>
  ({ lone }: { readonly lone?: LoneRule }) =>
    lone ? { lone: { ...lone, [sum]: ALL } } : {};

const bugs: readonly (readonly [string, Plant])[] = [
  ['no fee', changed('request_withdrawal', () => ({ fee: amountMinor(0n) }))],
  ['one request a day more', changed('request_withdrawal', () => ({ dailyCountMax: 5 }))],
  [
    'a day worth more by 1',
    changed('request_withdrawal', ({ dailyValueMax }) => ({
      dailyValueMax: amountMinor(dailyValueMax + 1n),
    })),
  ],
  ['one operator for two', changed('request_withdrawal', () => ({ approvalsNeeded: 1 }))],
  ['one operator for all', changed('decide_deposit', () => ({ approvalsNeeded: 1 }))],
  ['approvals that need not agree', changed('decide_withdrawal', () => ({ intentHash: 'same' }))],
  ['sent twice under two names', changed('mark_withdrawal', () => ({ txId: 'tx' }))],
  ['no sum of an operator’s day', changed('decide_deposit', without('operatorDayFrom'))],
  ['no sum of an owner’s week', changed('decide_deposit', without('ownerWeekFrom'))],
  [
    'no bar on whoever passed the claim',
    changed('decide_deposit', ({ lone }) => (lone ? { lone: { ...lone, holdingMs: 0 } } : {})),
  ],
  ['failed without a proof', changed('mark_withdrawal', () => ({ reason: 'proof' }))],
  ['a claim more', changed('open_deposit', ({ openMax }) => ({ openMax: openMax + 1 }))],
  [
    'a minimum that is not enough',
    changed('credit_deposit', ({ minimum }) => ({ minimum: amountMinor(minimum + 1n) })),
  ],
  ['no hold for its origin', changed('credit_deposit', () => ({ isHeld: false }))],
  ['an output forgotten', changed('drop_deposit', () => ({ reason: 'orphaned' }))],
];

describeModel('deposits and withdrawals do what the oracle does', {
  story: (seed, plant) => new CustodyStory(seed, plant),
  seeds: [1, 2, 3, 5],
  commands: 1_500,
  comparedEach: 10,
  wantedOfEach: [
    ...answers('request_withdrawal', 'ok', 'daily_limit', 'insufficient_balance'),
    ...answers('decide_withdrawal', 'ok', 'same_operator'),
    ...answers('mark_withdrawal', 'ok', 'not_sendable'),
    ...answers('open_deposit', 'ok', 'duplicate_reference'),
    ...answers('credit_deposit', 'ok'),
    ...answers('decide_deposit', 'ok', 'same_operator'),
    ...answers('release_deposit', 'ok', 'terms_invalid'),
    ...answers('drop_deposit', 'ok'),
    ...answers('reverse_deposit', 'ok'),
  ],
  short: {
    commands: 150,
    runs: 60,
    seed: 20_261_121,
    // D10: a freeze that meets a payment is rare enough to be looked for in all of them.
    wanted: [...answers('mark_withdrawal', 'account_frozen'), 'operator_not_counted'],
  },
  bugs: {
    rows: bugs,
    seeds: [1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    commands: 1_500,
    comparedEach: 1,
  },
});
