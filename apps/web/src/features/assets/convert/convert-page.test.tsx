// @vitest-environment jsdom
import type { ConversionQuote } from '@fairlead/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { quotation } from '../../../../test/quotation.ts';
import { calls, refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { walletOf } from '../../../../test/wallet.ts';
import { startSession } from '../../../data/account/session.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { Page as ConversionsPage } from '../../../pages/assets/conversions.tsx';
import { Page } from '../../../pages/assets/convert.tsx';

const leg = (side: 'buy' | 'sell', symbol: string): ConversionQuote['legs'][number] => ({
  ...{ symbol, side, best_price: '99.90', average_price: '99.85000000', worst_price: '99.30' },
  ...{ index_price: '100.00450002', slippage_rate: '0.000501', index_spread_rate: '0.0015' },
  ...{ book_spread_rate: '0.002', fee_rate: '0.002', fee: '0.199700', fee_currency: 'USDT' },
});

const quote = (own: Partial<ConversionQuote> = {}): ConversionQuote => ({
  ...{ from_currency: 'USDT', to_currency: 'BTC', spends: '50.000000', receives: '0.49900000' },
  ...{ receives_at_least: '0.49600000', cost_rate: '0.0035', legs: [leg('buy', 'BTC/USDT')] },
  ...{ quoted_at: serverNow(), expires_at: serverNow() + 10_000 },
  ...own,
});

const answers = {
  'GET currency/user_currency_list': () => [
    { currency_id: 1, name: 'BTC', full_name: 'Bitcoin', scale: 8, chains: [] },
    { currency_id: 3, name: 'USDT', full_name: 'Tether USD', scale: 6, chains: [] },
  ],
  'GET currency/quotation_new': () => [quotation()],
  'POST wallet/list': () => walletOf(['BTC', '1.00000000'], ['ETH', '0'], ['USDT', '1000.000000']),
};

beforeEach(() => startSession({ token: 'a-token', user }));

async function asked(amount: string) {
  await renderAt('/pages/assets/convert', <Page />);
  const field = await screen.findByLabelText('Amount');
  fireEvent.change(field, { target: { value: amount } });
  fireEvent.click(screen.getByRole('button', { name: 'Get a quote' }));
}

test('a quote says the spread beside the book’s, and what is sent is its bound', async () => {
  let sent: URLSearchParams | undefined;
  const order = { id: 7, symbol: 'BTC/USDT', side: 'buy', fee: '0.001', fee_currency: 'BTC' };
  serve({
    ...answers,
    'GET coin/convert': () => quote(),
    'POST coin/convert': (request: URLSearchParams) => {
      sent = request;
      return {
        orders: [{ ...order, average_price: '99.85000000' }],
        receipts: [31],
        ...{ spent: '49.925000', received: '0.49900000' },
      };
    },
  });
  await asked('50');
  const shown = within(await screen.findByRole('region', { name: 'Quote' }));
  expect(shown.getByRole('timer', { name: /^Held for \d+ s$/ })).toBeDefined();
  const value = (label: string) => shown.getByText(label).nextSibling?.textContent;
  expect(value('Your price against the index')).toBe('+0.150%');
  expect(value('Spread of the book')).toBe('0.200%');
  // As fine as the market's prices.
  expect(value('Index')).toBe('100.00');
  expect(value('You receive at least')).toMatch(/^0\.496.BTC$/);
  fireEvent.click(screen.getByRole('button', { name: 'Convert USDT to BTC' }));
  expect((await screen.findByRole('status')).textContent).toContain('Converted');
  const done = screen.getByRole('link', { name: /Order 7 · Receipt 31/ });
  expect(done.getAttribute('href')).toContain('pages/settlement/receipt?id=31');
  expect(sent?.get('quoted_receives')).toBe('0.49900000');
  expect(screen.getByText('99.85')).toBeDefined();
  expect(sent?.get('worst_purchase_price')).toBe('99.30');
  expect(sent?.get('worst_sale_price')).toBeNull();
  expect(sent?.get('amount')).toBe('50');
  expect(sent?.get('shown_fee_rate')).toBe('0.002');
});

test('what was converted says quote, result, spread and fee, and leads to the receipt of each leg', async () => {
  const leg = {
    ...{ symbol: 'BTC/USDT', side: 'sell', order_id: 5, receipt_id: 31 },
    ...{ average_price: '99.90000000', index_price: '100.00', index_spread_rate: '0.001' },
    ...{ fee: '0.199800', fee_currency: 'USDT' },
  };
  const other = { ...leg, symbol: 'ETH/USDT', side: 'buy', order_id: 6, receipt_id: 32 };
  const conversion = {
    ...{ id: 5, at: serverNow(), from_currency: 'BTC', to_currency: 'ETH' },
    ...{ spent: '1.00000000', received: '9.94008000', quoted: '9.95000000' },
    ...{ cost_rate: '0.005992', legs: [leg, other] },
  };
  const bought = { ...conversion, id: 9, legs: [other], plan_id: 3, quoted: undefined };
  serve({
    'GET coin/conversions': () => ({ list: [bought, conversion], page: 1, limit: 20, total: 2 }),
  });
  await renderAt('/pages/assets/conversions', <ConversionsPage />);
  const list = within(await screen.findByRole('list', { name: 'Conversions' }));
  const [first, second] = list.getAllByRole('listitem');
  if (first === undefined || second === undefined) throw new Error('two are listed');
  expect(within(first).getByText('Recurring buy')).toBeDefined();
  expect(within(first).queryByText('Quoted')).toBeNull();
  const shown = within(second);
  expect(shown.getByText('BTC to ETH')).toBeDefined();
  expect(shown.getByText('Quoted').nextSibling?.textContent).toMatch(/^9\.95.ETH$/);
  expect(shown.getByText('Cost against the index, fees included').nextSibling?.textContent).toBe(
    '+0.599%',
  );
  const links = shown.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    [31, 32].map((id) => expect.stringContaining(`settlement/receipt?id=${id}`)),
  );
});

test('one that is over is asked for anew before anything is sent', async () => {
  let count = 0;
  serve({
    ...answers,
    'GET coin/convert': () => {
      count += 1;
      return quote(count === 1 ? { expires_at: serverNow() - 1 } : {});
    },
  });
  await asked('50');
  expect(await screen.findByText('Over')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Get a new quote' }));
  expect(await screen.findByRole('button', { name: 'Convert USDT to BTC' })).toBeDefined();
  expect(calls).not.toContain('POST coin/convert');
});

test('why there is none is said, and too much is not asked for', async () => {
  serve({ ...answers, 'GET coin/convert': () => refuse('would_not_fill', 'Not that much there') });
  await asked('50');
  expect((await screen.findByRole('alert')).textContent).toContain('Not that much there');
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '1000.1' } });
  await waitFor(() => expect(screen.getByText('You do not have that much')).toBeDefined());
  expect(screen.queryByText('Not that much there')).toBeNull();
});
