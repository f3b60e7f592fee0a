// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, futuresTerms, optionCurrency, optionTerms } from '../../../test/records.ts';
import { callsOf, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const SAVE = 'POST operator/futures/save';
const PROPOSED = () => ({ proposal_id: 5 });

async function open(
  path: string,
  { role = 'manager', ...answers }: { role?: string } & Record<string, unknown> = {},
) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({
      id: 3,
      name: 'mara',
      role,
      demo: true,
      has_otp: true,
      notice_hours: 24,
    }),
    'GET operator/futures': () => [futuresTerms(), futuresTerms({ symbol: 'ETH/USDT' })],
    'GET operator/options': () => ({ currencies: [optionCurrency], markets: [optionTerms()] }),
    'GET operator/markets': () => [
      { market_id: 1, symbol: 'BTC/USDT', state: 'open' },
      { market_id: 3, symbol: 'SOL/USDT', state: 'open' },
    ],
    ...(answers as Parameters<typeof serve>[0]),
  });
  await renderAt(path, <Page />);
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });
const choose = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('combobox', { name }), { target: { value } });

test('a multiple more is looked at, needs a reason, and becomes a proposal', async () => {
  await open('/contracts?open=1', { [SAVE]: PROPOSED });
  await screen.findByRole('complementary', { name: 'BTC/USDT futures' });
  await settle();
  press('Edit the terms');
  press('Add a multiple');
  type('Multiple, line 3', '100');
  type('Maintenance, line 3', '0.5');
  type('Greatest notional, line 3', '50000');
  press('Review the change');
  expect(panel().getByText('Takes a second operator and a notice of 24 hours')).toBeTruthy();
  expect(panel().getByText(/begins 24 hours later/)).toBeTruthy();
  press('Propose');
  expect(callsOf(SAVE)).toHaveLength(0);
  expect(panel().getByText('Say why, in three characters or more.')).toBeTruthy();
  type('Reason', 'Asked for by traders');
  press('Propose');
  await settle();
  expect(callsOf(SAVE)[0]?.json).toEqual({
    reason: 'Asked for by traders',
    terms: {
      ...futuresTerms(),
      multiples: [
        ...futuresTerms().multiples,
        { multiple: 100, maintenance_rate: '0.005', max_notional: '50000' },
      ],
    },
  });
});

test('what is about to change of a record, and when, stands over its terms', async () => {
  const proposal = (id: number, symbol: string, change: object, facts: object) => ({
    id,
    kind: 'futures_terms',
    payload: JSON.stringify({
      before: futuresTerms({ symbol }),
      after: { ...futuresTerms({ symbol }), ...change },
    }),
    reason: 'dear',
    status: 'passed',
    proposed_by: 'mara',
    proposed_by_id: 3,
    time: 1_795_000_000_000,
    ...facts,
  });
  const announced = { starts_at: Date.UTC(2026, 10, 24, 12, 30) };
  await open('/contracts?open=1', {
    'GET operator/proposals': (request: URLSearchParams) =>
      pageOf(
        request.get('status') === 'announced'
          ? [
              proposal(2, 'BTC/USDT', { open_fee: '0.0008' }, announced),
              proposal(4, 'ETH/USDT', { open_fee: '0.0009' }, announced),
            ]
          : [proposal(7, 'BTC/USDT', { max_positions: 5 }, { status: 'open' })],
      ),
  });
  const coming = within(await screen.findByRole('region', { name: 'Coming' }));
  expect(coming.getByText(/^Begins 24 Nov/)).toBeTruthy();
  expect(coming.getByText('0.08%')).toBeTruthy();
  expect(coming.queryByText('0.09%')).toBeNull();
  expect(coming.getByText('Waits for a second operator')).toBeTruthy();
  const links = coming.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['#/proposals?tab=passed&open=2', '#/proposals?open=7']);
  press('Edit the terms');
  expect(screen.queryByRole('region', { name: 'Coming' })).toBeNull();
});

test('Q1: what only stops or limits the house holds at once', async () => {
  await open('/contracts?open=1', { [SAVE]: PROPOSED });
  await screen.findByRole('complementary');
  await settle();
  press('Edit the terms');
  press('Remove Multiples, line 2');
  type('Greatest open interest', '10000000');
  press('Review the change');
  expect(panel().queryByText(/a second operator/)).toBeNull();
  expect(panel().getByText(/Holds at once/)).toBeTruthy();
  expect(panel().getByText(/not offered/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Propose' })).toBeNull();
  expect(panel().getByRole('button', { name: 'Save' })).toBeTruthy();
});

test('a field of a list that the server refuses is marked where it stands', async () => {
  const refusal = refuse('validation_failed', 'Check the fields');
  const fields = { 'terms.multiples.1.max_notional': 'At most 6 decimals.' };
  await open('/contracts?open=1', {
    [SAVE]: () => ({ ...refusal, envelope: { ...refusal.envelope, fields } }),
  });
  await screen.findByRole('complementary');
  await settle();
  press('Edit the terms');
  type('Greatest notional, line 2', '7');
  press('Review the change');
  type('Reason', 'because');
  press('Propose');
  await settle();
  const field = panel().getByRole('textbox', { name: 'Greatest notional, line 2' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(panel().getByText('At most 6 decimals.')).toBeTruthy();
});

test('new terms are for a market that has none, and for a currency that has none', async () => {
  await open('/contracts', {});
  fireEvent.click(await screen.findByRole('button', { name: 'New futures' }));
  await settle();
  const options = await panel().findAllByRole('option', { name: /\// });
  expect(options.map(({ textContent }) => textContent)).toEqual(['SOL/USDT']);
  press('Review the change');
  expect(panel().getByText('Choose one.')).toBeTruthy();
});

test('stakes that the app offers are proposed as a list', async () => {
  const save = 'POST operator/option_currencies/save';
  await open('/contracts?tab=currencies', { [save]: PROPOSED });
  fireEvent.click(await screen.findByRole('button', { name: 'New currency' }));
  await settle();
  choose('Currency', '1');
  type('Fee on the stake', '1');
  type('Stakes that the app offers', '0.001, 0.01');
  press('Review the change');
  type('Reason', 'Bitcoin too');
  press('Propose');
  await settle();
  expect(callsOf(save)[0]?.json).toEqual({
    reason: 'Bitcoin too',
    terms: { currency_id: 1, fee_rate: '0.01', amounts: ['0.001', '0.01'], is_open: false },
  });
});

test('a reviewer reads the terms with their lists and proposes none', async () => {
  await open('/contracts?tab=options&open=1', { role: 'reviewer' });
  await screen.findByRole('complementary', { name: 'BTC/USDT options' });
  const line = panel().getByRole('row', { name: /^60 s/ });
  expect(line.textContent).toContain('80.00%');
  expect(panel().queryByRole('button', { name: 'Edit the terms' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New options' })).toBeNull();
});
