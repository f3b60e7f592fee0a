import type { Proposal } from '@fairlead/contract';
import { PROPOSAL_KINDS } from '@fairlead/contract/constants';
import { expect, test } from 'vitest';
import { futuresTerms, optionCurrency, optionTerms } from '../../../test/records.ts';
import { hostingProduct, offering } from '../../../test/wealth-records.ts';
import { isExpired, obstacleOf, subjectOf } from './model.ts';
import { proposalTexts } from './texts.ts';

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

test('terms of futures and options show what was and what becomes, list by list', () => {
  const before = futuresTerms();
  const after = { ...before, profit_cap: 20, multiples: before.multiples.slice(0, 1) };
  const futures = subjectOf(proposal('futures_terms', { before, after }), currencies);
  expect(futures.brief).toBe('BTC/USDT');
  expect(futures.changes).toMatchObject([
    { label: 'Profit cap, × margin', before: '10', after: '20', takes: 'two' },
    { label: 'Multiples, 20×', after: 'not offered', takes: 'one' },
  ]);
  const options = subjectOf(proposal('option_terms', { after: optionTerms() }), currencies);
  expect(options.brief).toBe('BTC/USDT');
  expect(options.changes?.find(({ label }) => label === 'Delivery times, 60 s')).toMatchObject({
    before: undefined,
    after: 'Pay-out 80.00%, Smallest stake 10.00\u00a0USDT, Greatest stake 5,000.00\u00a0USDT',
  });
  const paid = subjectOf(
    proposal('option_currency', {
      before: optionCurrency,
      after: { ...optionCurrency, amounts: ['10', '20'] },
    }),
    currencies,
  );
  expect(paid).toMatchObject({
    brief: 'USDT',
    changes: [{ before: '10, 50, 100\u00a0USDT', after: '10, 20\u00a0USDT' }],
  });
});

test('terms of locked funds, offerings and levels say what they are of and what changes', () => {
  const before = hostingProduct();
  const hosting = subjectOf(
    proposal('hosting_terms', { before, after: { ...before, daily_yield: '0.005' } }),
    currencies,
  );
  expect(hosting.brief).toBe('USDT, 15 days, product 2');
  expect(hosting.changes).toMatchObject([{ before: '0.40%', after: '0.50%', takes: 'two' }]);
  const sold = offering({ currency_id: 3, payment_currency_id: 4 });
  const introduction = { ...sold.introduction, en: 'Another text.' };
  const offered = subjectOf(
    proposal('offering_terms', { before: sold, after: { ...sold, introduction } }),
    currencies,
  );
  expect(offered.brief).toBe('USDT, offering 1');
  expect(offered.changes).toMatchObject([
    { label: 'Introduction, English', before: 'A currency of the demo.', after: 'Another text.' },
  ]);
  const levels = [{ ratio: '0.2', needs: 0 }];
  const referral = subjectOf(
    proposal('referral_terms', { before: { levels: [] }, after: { levels } }),
    currencies,
  );
  expect(referral).toMatchObject({
    brief: '1 level',
    changes: [{ label: 'Levels, from the start', before: 'not offered' }],
  });
});

test('every kind of proposal has its name and effect', () => {
  expect(Object.keys(proposalTexts.kinds).sort()).toEqual([...PROPOSAL_KINDS].sort());
  expect(Object.keys(proposalTexts.effects).sort()).toEqual([...PROPOSAL_KINDS].sort());
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
