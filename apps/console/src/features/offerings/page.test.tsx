// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON } from '../../../test/records.ts';
import { callsOf, named, refuse, renderAt, serve } from '../../../test/render.tsx';
import { offering } from '../../../test/wealth-records.ts';
import { Page } from './page.tsx';

const READ = 'GET operator/offerings';
const SAVE = 'POST operator/offerings/save';
const FLD = { currency_id: 11, name: 'FLD', full_name: 'Demo', scale: 4, chains: [] };

async function open(
  path: string,
  { role = 'manager', ...answers }: { role?: string } & Record<string, unknown> = {},
) {
  const known = COMMON['GET currency/user_currency_list']();
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mara', role, demo: true, has_otp: true }),
    'GET currency/user_currency_list': () => [...known, FLD],
    [READ]: () => [offering()],
    ...(answers as Parameters<typeof serve>[0]),
  });
  await renderAt(path, <Page />);
  await act(async () => undefined);
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });

/** What operators set, without what has become of it. */
function termsOf(row: ReturnType<typeof offering>) {
  const { status: _, sold: __, under_review: ___, proceeds, supply, subscriptions, ...terms } = row;
  return terms;
}

test('an offering shows what is sold, paid and under review, and what is to be done', async () => {
  await open('/offerings?open=1');
  await screen.findByRole('complementary', { name: 'Offering 1' });
  expect(panel().getAllByText(named('9,999,500.00 FLD'))).toHaveLength(2);
  expect(panel().getByText(named('5.00 USDT'))).toBeTruthy();
  expect(panel().getByText(/400\.00\sFLD under review/)).toBeTruthy();
  expect(panel().getByText('The supply covers what may still be sold.')).toBeTruthy();
  expect(panel().getByText(/Open it there after the launch/)).toBeTruthy();
  const link = panel().getByRole('link', { name: 'Its subscriptions' });
  expect(link.getAttribute('href')).toBe('#/subscriptions?offering=1');
});

test('a supply too small is marked, with the entry that brings it in', async () => {
  await open('/offerings?open=1', { [READ]: () => [offering({ supply: '0.0000' })] });
  const link = await screen.findByRole('link', { name: named('Propose 9,999,500.00 FLD') });
  const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  expect(Object.fromEntries(query)).toMatchObject({
    propose: 'house:subscription_supply',
    source: 'house:external',
    in: '11',
    amount: '9999500',
  });
});

test('after the launch it leads to the market', async () => {
  await open('/offerings?open=1', { [READ]: () => [offering({ status: 'redeeming' })] });
  await screen.findByRole('complementary');
  expect(panel().getByText(/open its market under Markets/)).toBeTruthy();
  expect(panel().getByRole('link', { name: 'Markets' }).getAttribute('href')).toBe('#/markets');
});

test('an introduction is read and written language by language, and nothing else changes', async () => {
  await open('/offerings?open=1', { [SAVE]: () => ({ proposal_id: 9 }) });
  await screen.findByRole('complementary');
  fireEvent.click(panel().getByRole('tab', { name: '日本語' }));
  expect(panel().getByText('デモの通貨です。')).toBeTruthy();
  press('Edit the terms');
  fireEvent.click(panel().getByRole('tab', { name: /^ไทย/ }));
  type('Introduction, ไทย', 'สกุลเงิน');
  press('Review the change');
  expect(panel().getByText('Introduction, ไทย')).toBeTruthy();
  type('Reason', 'Thai too');
  press('Propose');
  await settle();
  const terms = termsOf(offering());
  expect(callsOf(SAVE)[0]?.json).toEqual({
    reason: 'Thai too',
    // Moments keep their fraction of a second.
    terms: { ...terms, introduction: { ...terms.introduction, th: 'สกุลเงิน' } },
  });
});

test('a new offering needs English, another currency to pay in, and times in their order', async () => {
  await open('/offerings');
  fireEvent.click(await screen.findByRole('button', { name: 'New offering' }));
  await settle();
  expect(panel().getByRole<HTMLInputElement>('textbox', { name: 'Number' }).value).toBe('2');
  for (const name of ['Currency sold', 'Paid in'])
    fireEvent.change(panel().getByRole('combobox', { name }), { target: { value: '11' } });
  for (const [name, value] of [
    ['Starts', '2030-02-01T10:00'],
    ['Closes', '2030-01-01T10:00'],
  ] as const)
    fireEvent.change(panel().getByLabelText(name), { target: { value } });
  press('Review the change');
  expect(panel().getByText('Another currency than what is sold.')).toBeTruthy();
  expect(panel().getByText('After the start.')).toBeTruthy();
  expect(panel().getByText(/English is needed/)).toBeTruthy();
});

test('a refused language is marked in its tab', async () => {
  const refusal = refuse('validation_failed', 'Check the fields');
  const fields = { 'terms.introduction.jp': 'Too long.' };
  await open('/offerings?open=1', {
    [SAVE]: () => ({ ...refusal, envelope: { ...refusal.envelope, fields } }),
  });
  await screen.findByRole('complementary');
  press('Edit the terms');
  type('Lock-up in days', '31');
  press('Review the change');
  type('Reason', 'Longer');
  press('Propose');
  await settle();
  const tab = await panel().findByRole('tab', { name: /^日本語.*needs a look/ });
  fireEvent.click(tab);
  expect(panel().getByText('Too long.')).toBeTruthy();
});

test('a reviewer reads offerings and may fund them, but changes none', async () => {
  await open('/offerings?open=1', {
    role: 'reviewer',
    [READ]: () => [offering({ supply: '0.0000' })],
  });
  await screen.findByRole('complementary');
  expect(panel().getByRole('link', { name: /^Propose/ })).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Edit the terms' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New offering' })).toBeNull();
});

test('without an offering the list says so; what fails can be asked for again', async () => {
  await open('/offerings', { [READ]: () => [] });
  expect(await screen.findByText('There is no offering yet.')).toBeTruthy();
});
