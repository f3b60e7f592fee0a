/**
 * Every way in which a command of deposits and withdrawals is refused, in the order of precedence: each row
 * is also wrong in every later way its kind knows.
 */
import type {
  Command,
  CreditDeposit,
  DecideDeposit,
  DecideWithdrawal,
  DepositRow,
  MarkWithdrawal,
  OpenDeposit,
  Reject,
  RequestWithdrawal,
} from '@fairlead/engine';
import { depositOf, LONE, type TestExchange, withdrawalOf } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { FROZEN } from '../../../test/kit/words.ts';

/** Has 100 of currency 3, half of it held. */
const HOLDER = 4;
/** Nothing of theirs may leave. */
const HELD = 6;
const NOBODY = 99;
const UNKNOWN = 77;
const USDT_ID = 3;
/** As much of this currency as may exist exists. */
const FULL = 2;
const HUGE = 2n ** 62n + 1n;
const ADDRESS = {
  kind: 'crypto',
  addressId: 1,
  chain: 'TRC20',
  address: 'T1',
} as const;

const request = (change: Partial<RequestWithdrawal> = {}): RequestWithdrawal => ({
  kind: 'request_withdrawal',
  owner: HOLDER,
  currencyId: USDT_ID,
  amount: amountMinor(50n),
  fee: amountMinor(2n),
  minimum: amountMinor(10n),
  destination: ADDRESS,
  approvalsNeeded: 2,
  valueMinor: amountMinor(50n),
  dailyValueMax: amountMinor(1_000n),
  dailyCountMax: 100,
  ...change,
});

/** Wrong in all that comes after a look at the owner and the currency. */
const wrong = {
  fee: amountMinor(-1n),
  amount: amountMinor(0n),
  minimum: amountMinor(HUGE * 2n),
  dailyCountMax: 0,
} as const;

const opening = (change: Partial<OpenDeposit> = {}): OpenDeposit => ({
  kind: 'open_deposit',
  owner: HOLDER,
  depositKind: 'chain',
  currencyId: USDT_ID,
  chain: 'TRC20',
  txId: 'seen',
  outputIndex: 0,
  amount: amountMinor(5n),
  openMax: 1,
  ...change,
});

const claiming = (change: Partial<OpenDeposit> = {}): OpenDeposit => {
  const { chain: _chain, txId: _txId, outputIndex: _outputIndex, ...claim } = opening();
  return { ...claim, depositKind: 'bank', ...change };
};

/** Ids of what the rows name. */
export interface CustodyIds {
  readonly ofFrozen: number;
  readonly ofHeld: number;
  readonly reviewed: number;
  readonly approvedOnce: number;
  readonly passed: number;
  readonly seen: number;
  readonly suspended: number;
  readonly fullSeen: number;
  readonly claim: number;
  readonly fullClaim: number;
  readonly credited: DepositRow;
}

/** Gives HOLDER withdrawals and deposits in every state that the rows need; the house has spent its fees. */
export function prepareCustody(exchange: TestExchange): CustodyIds {
  for (const owner of [FROZEN, HELD, HOLDER]) exchange.run({ kind: 'open_account', owner });
  const stopped = [FROZEN, HELD].map((owner) => {
    exchange.fund(owner, USDT_ID, 50n);
    const { withdrawalId } = withdrawalOf(exchange.run(request({ owner })));
    exchange.run(decide(withdrawalId));
    // Who is frozen is held too: the freeze is told first.
    exchange.run({ kind: 'hold_withdrawals', owner, reason: 'checking' });
    return withdrawalId;
  });
  const [ofFrozen = 0, ofHeld = 0] = stopped;
  exchange.run({ kind: 'set_owner_state', owner: FROZEN, isFrozen: true });
  exchange.fund(HOLDER, USDT_ID, 300n);
  exchange.fund(HOLDER, FULL, 2n ** 62n);
  const asked = () => withdrawalOf(exchange.run(request())).withdrawalId;
  const [reviewed, approvedOnce, passed] = [asked(), asked(), asked()];
  exchange.run(decide(approvedOnce));
  exchange.run(decide(passed));
  exchange.run(decide(passed, { operatorId: 2 }));
  exchange.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'fees',
    currencyId: USDT_ID,
    amount: amountMinor(2n),
    source: { house: 'fees' },
    target: { house: 'capital' },
  });
  const opened = (change: Partial<OpenDeposit>) =>
    depositOf(exchange.run(opening(change))).depositId;
  const [seen, suspended] = [opened({}), opened({ txId: 'dust' })];
  const fullSeen = opened({ txId: 'full', currencyId: FULL });
  exchange.run({ ...credit(suspended, 'dust'), minimum: amountMinor(1_000n) });
  const early = opened({ txId: 'early', chain: 'ERC20' });
  const credited = depositOf(exchange.run(credit(early, 'early')));
  const claim = depositOf(exchange.run(claiming())).depositId;
  exchange.run(decideClaim(claim, { approvalsNeeded: 2, reference: 'bank 1' }));
  const full = claiming({ currencyId: FULL, openMax: 2 });
  const fullClaim = depositOf(exchange.run(full)).depositId;
  return {
    ofFrozen,
    ofHeld,
    reviewed,
    approvedOnce,
    passed,
    seen,
    suspended,
    fullSeen,
    claim,
    fullClaim,
    credited,
  };
}

function decide(withdrawalId: number, change: Partial<DecideWithdrawal> = {}): DecideWithdrawal {
  return {
    kind: 'decide_withdrawal',
    withdrawalId,
    operatorId: 1,
    intentHash: 'hash',
    decision: 'passed',
    lone: LONE,
    ...change,
  };
}

const mark = (withdrawalId: number, change: Partial<MarkWithdrawal>): MarkWithdrawal => ({
  kind: 'mark_withdrawal',
  withdrawalId,
  to: 'signed',
  ...change,
});

function credit(depositId: number, reference: string): CreditDeposit {
  return { kind: 'credit_deposit', depositId, minimum: amountMinor(1n), reference };
}

function decideClaim(depositId: number, change: Partial<DecideDeposit>): DecideDeposit {
  return {
    kind: 'decide_deposit',
    depositId,
    operatorId: 1,
    decision: 'passed',
    approvalsNeeded: 1,
    valueMinor: amountMinor(1n),
    lone: LONE,
    ...change,
  };
}

const card = { kind: 'bank', cardId: 1, text: 'card' } as const;

function requestRows(): (readonly [Reject, Command])[] {
  const unsound = (change: Partial<RequestWithdrawal>): readonly [Reject, Command] => [
    'terms_invalid',
    request({ ...wrong, fee: amountMinor(0n), ...change }),
  ];
  const huge = amountMinor(HUGE);
  return [
    ['account_not_found', request({ ...wrong, owner: NOBODY, currencyId: UNKNOWN })],
    ['currency_not_found', request({ ...wrong, owner: FROZEN, currencyId: UNKNOWN })],
    ['account_frozen', request({ ...wrong, owner: FROZEN })],
    ['withdrawals_held', request({ ...wrong, owner: HELD })],
    unsound({ fee: amountMinor(-1n) }),
    unsound({ minimum: amountMinor(-1n) }),
    unsound({ valueMinor: amountMinor(-1n) }),
    unsound({ valueMinor: huge }),
    unsound({ approvalsNeeded: 0 as 1 }),
    unsound({ note: 'a\0b' }),
    unsound({ note: '' }),
    unsound({ destination: { ...ADDRESS, addressId: 0 } }),
    unsound({ destination: { ...ADDRESS, address: '' } }),
    unsound({ destination: { ...ADDRESS, chain: '' } }),
    unsound({ destination: { ...card, cardId: 0.5 } }),
    unsound({ destination: { ...card, text: 'x'.repeat(501) } }),
    ['amount_not_positive', request({ ...wrong, fee: amountMinor(1n) })],
    ['quantity_out_of_range', request({ ...wrong, fee: huge, amount: huge })],
    ['below_minimum', request({ ...wrong, fee: huge, amount: amountMinor(9n) })],
    [
      'fee_exceeds_amount',
      request({ fee: amountMinor(400n), amount: amountMinor(400n), dailyCountMax: 0 }),
    ],
    [
      'insufficient_balance',
      request({ amount: amountMinor(157n), dailyValueMax: amountMinor(199n), dailyCountMax: 3 }),
    ],
    ['daily_limit', request({ amount: amountMinor(20n), dailyCountMax: 3 })],
    ['daily_limit', request({ amount: amountMinor(20n), dailyValueMax: amountMinor(199n) })],
  ];
}

function withdrawalRows({
  ofFrozen,
  ofHeld,
  reviewed,
  approvedOnce,
  passed,
}: CustodyIds): (readonly [Reject, Command])[] {
  return [
    ['account_not_found', { kind: 'cancel_withdrawal', owner: NOBODY, withdrawalId: UNKNOWN }],
    ['withdrawal_not_found', { kind: 'cancel_withdrawal', owner: HOLDER, withdrawalId: UNKNOWN }],
    ['withdrawal_not_found', { kind: 'cancel_withdrawal', owner: FROZEN, withdrawalId: passed }],
    ['already_decided', { kind: 'cancel_withdrawal', owner: HOLDER, withdrawalId: passed }],
    ['withdrawal_not_found', decide(UNKNOWN, { operatorId: 0 })],
    ['account_frozen', decide(ofFrozen, { intentHash: '' })],
    ['withdrawals_held', decide(ofHeld, { intentHash: '' })],
    ['already_decided', decide(passed, { intentHash: '' })],
    ['same_operator', decide(approvedOnce, { intentHash: '' })],
    ['terms_invalid', decide(approvedOnce, { operatorId: 2, intentHash: 'other' })],
    ['terms_invalid', decide(approvedOnce, { operatorId: 2, intentHash: '' })],
    ['terms_invalid', decide(approvedOnce, { operatorId: 0 })],
    ['terms_invalid', decide(approvedOnce, { operatorId: 2, reason: '' })],
    ['terms_invalid', decide(approvedOnce, { operatorId: 2, decision: 'maybe' as 'passed' })],
    ['terms_invalid', decide(approvedOnce, { operatorId: 2, lone: { ...LONE, holdingMs: -1 } })],
    [
      'operator_not_counted',
      decide(approvedOnce, { operatorId: 2, lone: { ...LONE, countsAsTwo: false } }),
    ],
    ['withdrawal_not_found', mark(UNKNOWN, {})],
    ['account_frozen', mark(ofFrozen, {})],
    ['account_frozen', mark(ofFrozen, { to: 'sent', txId: '' })],
    ['withdrawals_held', mark(ofHeld, {})],
    ['withdrawals_held', mark(ofHeld, { to: 'sent', txId: '' })],
    ['terms_invalid', mark(reviewed, {})],
    ['terms_invalid', mark(reviewed, { to: 'sent' })],
    ['terms_invalid', mark(reviewed, { to: 'failed', txId: '' })],
    ['terms_invalid', mark(reviewed, { to: 'failed', reason: '\0' })],
    ['terms_invalid', mark(reviewed, { to: 'failed' })],
    ['not_sendable', mark(reviewed, { to: 'refunded' })],
    ['not_sendable', mark(reviewed, { to: 'idle' })],
    ['not_sendable', mark(passed, { to: 'unknown' })],
    ['not_sendable', mark(passed, { to: 'failed', reason: 'reverted' })],
    ['not_sendable', mark(passed, { to: 'idle', txId: 'new' })],
    ['not_sendable', mark(passed, { to: 'gone' as 'sent' })],
    ['insufficient_balance', mark(passed, { to: 'refunded' })],
  ];
}

function depositRows(ids: CustodyIds): (readonly [Reject, Command])[] {
  const { seen, suspended, fullSeen, claim, fullClaim, credited } = ids;
  const unsound = { txId: '', amount: amountMinor(0n) };
  const reverse = (change: Partial<DepositRow>): Command => ({
    kind: 'reverse_deposit',
    deposit: { ...credited, ...change },
  });
  return [
    ['account_not_found', opening({ ...unsound, owner: NOBODY, currencyId: UNKNOWN })],
    ['currency_not_found', opening({ ...unsound, currencyId: UNKNOWN })],
    ['terms_invalid', opening(unsound)],
    ['terms_invalid', opening({ outputIndex: -1 })],
    ['terms_invalid', opening({ outputIndex: 2 ** 31 })],
    ['terms_invalid', opening({ chain: 'a\0' })],
    ['terms_invalid', opening({ txId: 'x'.repeat(201) })],
    ['terms_invalid', opening({ proofFileId: 0 })],
    ['terms_invalid', claiming({ amount: amountMinor(0n), txId: '' })],
    ['terms_invalid', claiming({ amount: amountMinor(0n), openMax: -1 })],
    ['duplicate_reference', opening({ amount: amountMinor(0n) })],
    ['amount_not_positive', opening({ txId: 'new', amount: amountMinor(0n) })],
    ['amount_not_positive', claiming({ amount: amountMinor(-1n) })],
    ['quantity_out_of_range', claiming({ amount: amountMinor(HUGE) })],
    ['too_many_claims', claiming({ openMax: 2 })],
    ['deposit_not_found', credit(UNKNOWN, '')],
    ['already_decided', credit(suspended, '')],
    ['terms_invalid', credit(claim, 'dust')],
    ['terms_invalid', credit(seen, '')],
    ['terms_invalid', credit(seen, 'release:1')],
    ['terms_invalid', { ...credit(fullSeen, 'dust'), minimum: amountMinor(-1n) }],
    ['duplicate_reference', credit(fullSeen, 'dust')],
    ['quantity_out_of_range', credit(fullSeen, 'new')],
    ['deposit_not_found', { kind: 'release_deposit', depositId: UNKNOWN }],
    ['terms_invalid', { kind: 'release_deposit', depositId: suspended }],
    ['terms_invalid', { kind: 'release_deposit', depositId: seen }],
    ['deposit_not_found', decideClaim(UNKNOWN, { operatorId: 0 })],
    ['same_operator', decideClaim(claim, { approvalsNeeded: 3 as 2 })],
    ['terms_invalid', decideClaim(seen, { reference: 'dust' })],
    ['terms_invalid', decideClaim(fullClaim, { reference: 'dust', operatorId: 0 })],
    ['terms_invalid', decideClaim(fullClaim, { reference: 'dust', approvalsNeeded: 3 as 2 })],
    ['terms_invalid', decideClaim(fullClaim, { reference: 'dust', reason: '' })],
    ['terms_invalid', decideClaim(fullClaim, { reference: 'dust', decision: 'maybe' as 'passed' })],
    ['terms_invalid', decideClaim(fullClaim, { credited: amountMinor(0n) })],
    ['terms_invalid', decideClaim(fullClaim, { reference: 'withdrawal:1' })],
    ['terms_invalid', decideClaim(claim, { operatorId: 2, reference: 'dust' })],
    [
      'terms_invalid',
      decideClaim(claim, { operatorId: 2, reference: 'bank 1', credited: amountMinor(6n) }),
    ],
    [
      'duplicate_reference',
      decideClaim(fullClaim, { reference: 'dust', credited: amountMinor(0n) }),
    ],
    [
      'amount_not_positive',
      decideClaim(fullClaim, { reference: 'new', credited: amountMinor(0n) }),
    ],
    ['quantity_out_of_range', decideClaim(fullClaim, { reference: 'new' })],
    [
      'quantity_out_of_range',
      decideClaim(fullClaim, { reference: 'new', credited: amountMinor(HUGE) }),
    ],
    ['deposit_not_found', { kind: 'drop_deposit', depositId: UNKNOWN, reason: 'gone' as 'failed' }],
    ['terms_invalid', { kind: 'drop_deposit', depositId: claim, reason: 'failed' }],
    ['terms_invalid', { kind: 'drop_deposit', depositId: seen, reason: 'gone' as 'failed' }],
    ['account_not_found', reverse({ owner: NOBODY, depositId: 10_000, status: 'rejected' })],
    ['deposit_not_found', reverse({ depositId: 10_000, status: 'rejected' })],
    ['already_decided', reverse({ status: 'rejected', receivable: amountMinor(1n) })],
    ['terms_invalid', reverse({ receivable: amountMinor(1n) })],
    ['terms_invalid', reverse({ credited: amountMinor(0n) })],
    ['terms_invalid', reverse({ currencyId: UNKNOWN })],
    ['account_not_found', { kind: 'set_owner_state', owner: NOBODY, isFrozen: true }],
    ['account_not_found', { kind: 'hold_withdrawals', owner: NOBODY, reason: '' }],
    ['terms_invalid', { kind: 'hold_withdrawals', owner: HOLDER, reason: '' }],
    ['terms_invalid', { kind: 'hold_withdrawals', owner: HOLDER, reason: 'a\0b' }],
  ];
}

export const custodyRows = (ids: CustodyIds): (readonly [Reject, Command])[] => [
  ...requestRows(),
  ...withdrawalRows(ids),
  ...depositRows(ids),
];
