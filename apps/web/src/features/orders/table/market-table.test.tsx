// @vitest-environment jsdom
/** The table of a terminal: a press on a head sorts it, a figure is changed in the line below, and each has its acts. */
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { order } from '../../../../test/order.ts';
import { renderAt, serve } from '../../../../test/render.tsx';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import { LazyMarketTable } from './LazyTable.tsx';

afterEach(cleanup);

const orders = [
  order({ id: 1, price: '64000.0', quantity: '0.02000', created_at: 1_795_271_467_000 }),
  order({ id: 2, price: '9500.0', quantity: '0.30000', created_at: 1_795_271_468_000 }),
];

async function open(own: { readonly onCancel?: () => void } = {}) {
  serve({ 'GET currency/quotation_new': () => [], 'GET currency/user_currency_list': () => [] });
  await renderAt(
    '/',
    <LazyMarketTable
      label="Open orders"
      orders={orders}
      triggers={[triggerOrder({ id: 3, created_at: 1_795_271_469_000 })]}
      onOpen={() => undefined}
      {...own}
    />,
    1280,
  );
  return screen.findByRole('table', { name: 'Open orders' });
}

const firstPrices = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent);

test('sorts by a column as numbers, and says which and how', async () => {
  const table = await open({ onCancel: () => undefined });
  expect(firstPrices(table)).toEqual(['63,900.0', '9,500.0', '64,000.0']);
  const head = within(table).getByRole('columnheader', { name: /Price/ });
  expect(head.getAttribute('aria-sort')).toBe('none');
  await act(async () => within(head).getByRole('button').click());
  expect(head.getAttribute('aria-sort')).toBe('descending');
  expect(firstPrices(table)).toEqual(['64,000.0', '63,900.0', '9,500.0']);
  await act(async () => within(head).getByRole('button').click());
  expect(firstPrices(table)).toEqual(['9,500.0', '63,900.0', '64,000.0']);
});

test('says what each waits for, and is changed in place', async () => {
  const table = await open({ onCancel: () => undefined });
  expect(within(table).getByText('Index ≤ 64,000.0')).toBeDefined();
  expect(within(table).getByRole('button', { name: 'Cancel order 3' })).toBeDefined();
  await act(async () => within(table).getByRole('button', { name: 'Change order 3' }).click());
  expect(within(table).getAllByRole('row')).toHaveLength(5);
});

test('of what is over says how it ended', async () => {
  const table = await open();
  expect(within(table).queryByRole('button', { name: /^Cancel/ })).toBeNull();
  expect(within(table).getAllByText('Waiting')).toHaveLength(3);
});

test('where there is less room one cell has side, type and what is waited for', async () => {
  const narrow = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe() {
      const entry = { contentRect: { width: 466 } } as ResizeObserverEntry;
      this.#tell([entry], this as unknown as ResizeObserver);
    }
    unobserve() {}
    disconnect() {}
  };
  vi.stubGlobal('ResizeObserver', narrow);
  const table = await open({ onCancel: () => undefined });
  vi.unstubAllGlobals();
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual(['Placed', 'Type', 'Price', 'Amount']);
  const [, first] = within(table).getAllByRole('row');
  expect(within(first as HTMLElement).getAllByRole('cell')[1]?.textContent).toMatch(
    /^(Buy|Sell) Stop.*Index ≤ 64,000\.0$/,
  );
});
