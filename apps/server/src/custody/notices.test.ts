/** What owners are told, and what their records show, row by row. */
import type { DepositRow, WithdrawalRow } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../core/texts/texts.ts';
import { Terms } from '../market/catalogue.ts';
import { depositNotices, withdrawalNotices } from './notices.ts';
import { depositView, timelineOf } from './views.ts';

const terms = new Terms();
terms.apply({ currencies: [USDT], markets: [], grids: [] });

const WITHDRAWAL: WithdrawalRow = {
  withdrawalId: 7,
  owner: 3,
  currencyId: USDT.currencyId,
  amount: amountMinor(100_000000n),
  fee: amountMinor(4_000000n),
  hold: amountMinor(100_000000n),
  destination: { kind: 'bank', cardId: 1, text: 'First Bank **** 5432' },
  status: 'under_review',
  sendState: 'idle',
  approvalsNeeded: 2,
  approvals: [],
  valueMinor: amountMinor(100_000000n),
  createdAtMs: 1_000,
  updatedAtMs: 1_000,
};
const approved = (timeMs: number) => ({ operatorId: timeMs, intentHash: 'x', timeMs });
const PASSED: WithdrawalRow = {
  ...WITHDRAWAL,
  status: 'passed',
  approvals: [approved(2_000), approved(3_000)],
  updatedAtMs: 3_000,
  decidedAtMs: 3_000,
};
const REFUNDED: WithdrawalRow = {
  ...PASSED,
  status: 'rejected',
  sendState: 'refunded',
  updatedAtMs: 5_000,
};

const DEPOSIT: DepositRow = {
  depositId: 9,
  owner: 3,
  depositKind: 'chain',
  currencyId: USDT.currencyId,
  chain: 'ERC20',
  txId: '0x1',
  outputIndex: 0,
  amount: amountMinor(50_000000n),
  fee: amountMinor(0n),
  isPriority: false,
  isSuspended: false,
  receivable: amountMinor(0n),
  status: 'under_review',
  approvals: [],
  createdAtMs: 1_000,
  updatedAtMs: 1_000,
};

const told = (notices: readonly { readonly kind: string; readonly key: string }[]) =>
  notices.map(({ kind, key }) => [kind, key]);

describe('a withdrawal', () => {
  test.each<[string, WithdrawalRow, string[]]>([
    ['under review', WITHDRAWAL, ['withdrawal_requested']],
    ['passed', PASSED, ['withdrawal_requested', 'withdrawal_passed']],
    [
      'signed, which is no news',
      { ...PASSED, sendState: 'signed', txId: '0x2' },
      ['withdrawal_requested', 'withdrawal_passed'],
    ],
    [
      'sent',
      { ...PASSED, sendState: 'sent', txId: '0x2', sentAtMs: 4_000 },
      ['withdrawal_requested', 'withdrawal_passed', 'withdrawal_sent'],
    ],
    ['refunded', REFUNDED, ['withdrawal_requested', 'withdrawal_passed', 'withdrawal_rejected']],
  ])('%s is told in all states it went through, under keys of their own', (_what, row, kinds) => {
    expect(told(withdrawalNotices(row, terms))).toEqual(kinds.map((kind) => [kind, `${kind}:7`]));
  });

  test('has a timeline without gaps', () => {
    const states = (row: WithdrawalRow) =>
      timelineOf(row).map(({ state, time }) => `${state} ${time}`);
    expect(states(WITHDRAWAL)).toEqual(['requested 1000']);
    expect(states({ ...WITHDRAWAL, approvals: [approved(2_000)] })).toEqual([
      'requested 1000',
      'approved 2000',
    ]);
    expect(states(PASSED)).toEqual(['requested 1000', 'approved 2000', 'passed 3000']);
    expect(states({ ...PASSED, sendState: 'unknown', updatedAtMs: 4_000 }).at(-1)).toBe(
      'sending 4000',
    );
    expect(states(REFUNDED)).toEqual([
      'requested 1000',
      'approved 2000',
      'passed 3000',
      'rejected 5000',
    ]);
  });
});

describe('a deposit', () => {
  test.each<[string, DepositRow, string[]]>([
    ['seen on a chain', DEPOSIT, ['deposit_seen']],
    ['claimed, which is no news', { ...DEPOSIT, depositKind: 'bank' }, []],
    [
      'passed',
      { ...DEPOSIT, status: 'passed', credited: amountMinor(50_000000n), reference: 'x' },
      ['deposit_seen', 'deposit_passed'],
    ],
    [
      'dropped before it was credited',
      { ...DEPOSIT, status: 'rejected', reason: 'orphaned' },
      ['deposit_seen', 'deposit_rejected'],
    ],
    [
      'taken back after it was credited',
      { ...DEPOSIT, status: 'rejected', reason: 'orphaned', credited: amountMinor(50_000000n) },
      ['deposit_seen', 'deposit_reversed'],
    ],
    [
      'a claim rejected after a first operator passed it',
      { ...DEPOSIT, depositKind: 'crypto', status: 'rejected', credited: amountMinor(1n) },
      ['deposit_rejected'],
    ],
  ])('%s', (_what, row, kinds) => {
    expect(told(depositNotices(row, terms))).toEqual(kinds.map((kind) => [kind, `${kind}:9`]));
  });

  test('shows nothing as credited while it is under review, whatever a first operator passed', () => {
    const half = { ...DEPOSIT, credited: amountMinor(50_000000n), approvals: [approved(2_000)] };
    const view = depositView(half, { terms, say: textsOf('en') });
    expect(view.credited).toBe('0.000000');
    expect(view).not.toHaveProperty('reference');
    expect(view).not.toHaveProperty('approvals');
  });
});
