import type { DepositRecord, WithdrawalRecord } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import {
  beadsOf,
  depositSteps,
  isConfirming,
  isSent,
  movementSearch,
  readRecordId,
  readStatus,
  readTab,
  wasCancelled,
  withdrawalSteps,
} from './movement-model.ts';

const deposit = (own: Partial<DepositRecord> = {}): DepositRecord => ({
  id: 1,
  currency_id: 3,
  kind: 'chain',
  chain: 'ERC20',
  amount: '1000.000000',
  fee: '0.000000',
  credited: '0.000000',
  status: 'under_review',
  is_priority: false,
  time: 100,
  ...own,
});
const withdrawal = (own: Partial<WithdrawalRecord> = {}): WithdrawalRecord => ({
  id: 2,
  currency_id: 3,
  kind: 'crypto',
  chain: 'TRC20',
  address: 'T1',
  amount: '500.000000',
  fee: '1.000000',
  receipt_amount: '499.000000',
  status: 'under_review',
  can_cancel: true,
  timeline: [{ state: 'requested', time: 100 }],
  due_at: 200,
  time: 100,
  ...own,
});
const names = (steps: readonly { name: string; state: string }[]) =>
  steps.map(({ name, state }) => `${name} ${state}`);

describe('a deposit', () => {
  test('of the network waits for confirmations, then for nothing', () => {
    const waiting = deposit({ confirmations: 7, confirmations_needed: 12 });
    expect(isConfirming(waiting)).toBe(true);
    expect(names(depositSteps(waiting))).toEqual(['seen done', 'confirming now', 'credited later']);
    expect(isConfirming(deposit({ confirmations: 12, confirmations_needed: 12 }))).toBe(false);
  });
  test('that is claimed waits for its review', () => {
    const claim = deposit({ kind: 'bank' });
    expect(names(depositSteps(claim))).toEqual(['claimed done', 'review now', 'credited later']);
  });
  test('ends credited or refused, with its time', () => {
    const passed = deposit({ status: 'passed', decided_at: 300 });
    expect(depositSteps(passed).at(-1)).toEqual({ name: 'credited', state: 'done', atMs: 300 });
    expect(names(depositSteps(deposit({ status: 'rejected' })))).toEqual([
      'seen done',
      'rejected bad',
    ]);
  });
});

describe('confirmations as beads', () => {
  test('are one each while there is room', () => {
    expect(beadsOf(7, 12)).toEqual({ done: 7, total: 12 });
    expect(beadsOf(15, 12)).toEqual({ done: 12, total: 12 });
  });
  test('share beads on deep networks, and the last fills at the very end', () => {
    expect(beadsOf(63, 64)).toEqual({ done: 11, total: 12 });
    expect(beadsOf(64, 64)).toEqual({ done: 12, total: 12 });
    expect(beadsOf(0, 0)).toEqual({ done: 0, total: 1 });
  });
});

describe('a withdrawal', () => {
  test('waits for its review and is then to be sent', () => {
    expect(names(withdrawalSteps(withdrawal()))).toEqual([
      'requested done',
      'review now',
      'sent later',
    ]);
  });
  test('that has passed is not yet sent', () => {
    const passed = withdrawal({
      status: 'passed',
      timeline: [
        { state: 'requested', time: 100 },
        { state: 'passed', time: 150 },
      ],
    });
    expect(isSent(passed)).toBe(false);
    expect(names(withdrawalSteps(passed))).toEqual(['requested done', 'passed now', 'sent later']);
  });
  test('that was sent has nothing to come', () => {
    const sent = withdrawal({
      status: 'passed',
      timeline: [
        { state: 'requested', time: 100 },
        { state: 'approved', time: 120 },
        { state: 'passed', time: 150 },
        { state: 'sent', time: 170 },
      ],
    });
    expect(isSent(sent)).toBe(true);
    expect(withdrawalSteps(sent).every(({ state }) => state === 'done')).toBe(true);
  });
  test('that its owner took back is cancelled, any other is refused', () => {
    const timeline: WithdrawalRecord['timeline'] = [
      { state: 'requested', time: 100 },
      { state: 'rejected', time: 110 },
    ];
    const back = withdrawal({ status: 'rejected', reason: 'cancelled_by_user', timeline });
    expect(wasCancelled(back)).toBe(true);
    expect(names(withdrawalSteps(back)).at(-1)).toBe('cancelled done');
    const refused = withdrawal({ status: 'rejected', reason: 'No.', timeline });
    expect(names(withdrawalSteps(refused)).at(-1)).toBe('rejected bad');
  });
});

test('tab, status and record stand in the address; what is not understood does not count', () => {
  expect([readTab('deposits'), readTab('gifts'), readTab(null)]).toEqual([
    'deposits',
    'all',
    'all',
  ]);
  expect([readStatus('passed'), readStatus('sent')]).toEqual(['passed', undefined]);
  const search = movementSearch('withdrawals', { status: 'rejected', currencyId: 3 });
  expect(search).toBe('?tab=withdrawals&status=rejected&currency_id=3');
  expect(readRecordId(new URLSearchParams('id=12'))).toBe(12);
  expect(readRecordId(new URLSearchParams('id=x'))).toBeUndefined();
});
