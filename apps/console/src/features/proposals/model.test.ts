import type { Proposal } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { isExpired, obstacleOf, subjectOf } from './model.ts';

const currencies = new Map([
  [3, { currency_id: 3, name: 'USDT', full_name: 'Tether USD', scale: 6 }],
]) as unknown as Parameters<typeof subjectOf>[1];
const proposal = (kind: Proposal['kind'], payload: object): Proposal => ({
  id: 1,
  kind,
  payload: JSON.stringify(payload),
  reason: 'because',
  status: 'open',
  proposed_by: 'rita',
  proposed_by_id: 7,
  time: 0,
});

test('a journal entry shows both postings', () => {
  const subject = subjectOf(
    proposal('journal_entry', {
      currency_id: 3,
      amount: '250.5',
      source: 'house:capital',
      target: 'user:17:coin',
    }),
    currencies,
  );
  expect(subject.brief).toBe('250.50\u00a0USDT, House, capital to User 17, coin');
  expect(subject.postings).toEqual([
    { account: 'house:capital', amount: '-250.5', currency: 'USDT' },
    { account: 'user:17:coin', amount: '250.5', currency: 'USDT' },
  ]);
});

test('terms show what was and what becomes, nothing else', () => {
  const before = { currency_id: 3, chain: 'TRC20', confirmations: 20, withdraw_fee: '1.000000' };
  const subject = subjectOf(
    proposal('chain_terms', { before, after: { ...before, confirmations: 2 } }),
    currencies,
  );
  expect(subject.brief).toBe('USDT on Tron');
  expect(subject.changes).toMatchObject([{ label: 'Confirmations', before: '20', after: '2' }]);
});

test('a change of an operator shows the role before and after', () => {
  const before = { role: 'reviewer', is_active: true };
  const after = { role: 'owner', is_active: true };
  const subject = subjectOf(proposal('change_operator', { id: 4, before, after }), currencies);
  expect(subject.changes).toMatchObject([{ label: 'Role', before: 'reviewer', after: 'owner' }]);
  expect(subject.link).toBe('/operators?open=4');
});

test('a payment that is said to be sent shows by what, and where it stood', () => {
  const payload = { id: 9, send_state: 'unknown', tx_id: 'ab', sent_tx_id: 'cd', updated_at: 1 };
  const { brief, facts, link } = subjectOf(proposal('mark_sent', payload), currencies);
  expect([brief, link]).toEqual(['Withdrawal 9', '/withdrawals?tab=unknown']);
  expect(facts?.map(([, value]) => value)).toContain('cd');
});

test('what cannot be read says so', () => {
  const broken = { ...proposal('chain_terms', {}), payload: 'x' };
  expect(subjectOf(broken, currencies)).toEqual({ brief: 'Unreadable' });
});

test('whoever proposed cannot decide, owner or not (V8)', () => {
  const open = proposal('bank_account', {});
  expect(obstacleOf(open, { id: 7, role: 'owner' })).toContain('You proposed this');
  expect(obstacleOf(open, { id: 8, role: 'owner' })).toBeUndefined();
  expect(obstacleOf(open, { id: 8, role: 'manager' })).toBeUndefined();
  expect(obstacleOf(open, { id: 8, role: 'reviewer' })).toContain('manager');
});

test('nobody decides about themselves', () => {
  const open = proposal('reset_operator', { id: 8 });
  expect(obstacleOf(open, { id: 8, role: 'manager' })).toContain('about you');
  expect(obstacleOf(open, { id: 9, role: 'manager' })).toBeUndefined();
});

test('an expired proposal is known by its time', () => {
  expect(isExpired({ expires_at: 100 }, 99)).toBe(false);
  expect(isExpired({ expires_at: 100 }, 100)).toBe(true);
  expect(isExpired({}, 100)).toBe(false);
});
