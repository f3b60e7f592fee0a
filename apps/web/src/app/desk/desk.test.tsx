// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { address, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { setSetting } from '../../data/account/settings.ts';
import { DetailSheet } from '../parts/DetailSheet.tsx';
import { findRoute, routes } from '../routes.ts';
import { Frame } from '../shell/Frame.tsx';
import { PanelsSheet } from './PanelsSheet.tsx';
import { COLUMNS, PANELS, readOrder, resetPanel, resetPanels } from './panels.ts';
import { Splitter } from './Splitter.tsx';
import { PLACES, PRODUCTS, placeOf, SECTIONS, sectionOf } from './sections.ts';
import { useShortcut } from './shortcuts.ts';
import { Terminal } from './Terminal.tsx';

const answers = {
  'GET currency/quotation_new': () => [quotation()],
  'POST news/list': () => ({ list: [], page: 1, limit: 20, total: 0 }),
  'GET user/security': () => ({
    has_fund_password: false,
    has_otp: false,
    recovery_codes_left: 0,
    sessions: 1,
  }),
};

test('everything at the top and at the sides is a page, and every page has its section', () => {
  const paths = [...PRODUCTS, ...SECTIONS.flatMap((one) => PLACES[one].map(({ path }) => path))];
  expect(paths.filter((path) => findRoute(path) === undefined)).toEqual([]);
  for (const { path } of routes) expect(SECTIONS).toContain(sectionOf(path));
  expect(placeOf('pages/assets/withdraw/detail', PLACES.assets)).toBe(
    'pages/assets/withdraw/index',
  );
  expect(placeOf('pages/nowhere', PLACES.assets)).toBeUndefined();
});

test('a phone has the tab bar, a desk the bars at top and side', async () => {
  serve(answers);
  const phone = await renderAt('/pages/trade/index', <Frame />);
  expect(await screen.findByRole('link', { name: 'Contracts' })).toBeDefined();
  expect(screen.queryByRole('banner', { name: 'Futures' })).toBeNull();
  phone.unmount();
  await renderAt('/pages/trade/index', <Frame />, 1280);
  const top = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(top).getByRole('link', { name: 'Futures' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Contracts' })).toBeNull();
  const side = await screen.findByRole('navigation', { name: 'Markets' });
  const current = within(side).getByRole('link', { current: 'page' });
  expect(current.textContent).toBe('Spot markets');
  // What is a user's own is not offered to a guest.
  expect(within(side).queryByRole('link', { name: 'Orders' })).toBeNull();
});

function Buys({ onBuy }: { onBuy: () => void }) {
  useShortcut('buy', onBuy);
  return <input aria-label="Amount" />;
}

const press = (key: string, target: Element = document.body) =>
  act(async () => void fireEvent.keyDown(target, { key }));

test('keys act where they mean something: not while one types, nor with another key, nor switched off', async () => {
  serve(answers);
  startSession({ token: 't', user });
  const onBuy = vi.fn();
  await renderAt(
    '/pages/settings/security/index',
    <>
      <Frame />
      <Buys onBuy={onBuy} />
    </>,
    1280,
  );
  await screen.findByRole('navigation', { name: 'Main' });
  await press('b');
  expect(onBuy).toHaveBeenCalledTimes(1);
  await press('b', screen.getByLabelText('Amount'));
  await act(async () => void fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true }));
  await press('s');
  await act(async () => setSetting('shortcuts', false));
  await press('b');
  expect(onBuy).toHaveBeenCalledTimes(1);
  // The sheet that switches them on again still opens.
  await press('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  fireEvent.click(within(sheet).getByRole('checkbox', { name: 'Use keyboard shortcuts' }));
  // Behind a sheet nothing is pressed.
  await press('b');
  expect(onBuy).toHaveBeenCalledTimes(1);
});

test('the search finds a page by a part of its name, and Enter goes there', async () => {
  serve(answers);
  await renderAt('/pages/settings/about', <Frame />, 1280);
  await screen.findByRole('navigation', { name: 'Main' });
  await press('/');
  const sheet = await screen.findByRole('dialog', { name: 'Search a pair or a page' });
  const field = within(sheet).getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'receip' } });
  expect(within(sheet).queryByText('BTC/USDT')).toBeNull();
  const form = field.closest('form');
  await act(async () => void (form && fireEvent.submit(form)));
  await vi.waitFor(() => expect(address()).toBe('/pages/settlement/verify'));
});

test('what is chosen of a list stands beside it on a desk, takes the focus and gives it back', async () => {
  serve(answers);
  startSession({ token: 't', user });
  const detail = (thing: string | undefined) => (
    <>
      <Frame />
      <button type="button">Row</button>
      <DetailSheet thing={thing} title={(one) => one} onClose={() => undefined}>
        {(one) => <p>All of {one}</p>}
      </DetailSheet>
    </>
  );
  const view = await renderAt('/pages/trade/orders', detail(undefined), 1280);
  const place = await screen.findByRole('complementary');
  const row = screen.getByRole('button', { name: 'Row' });
  row.focus();
  const wrapped = view.container;
  expect(wrapped.contains(place)).toBe(true);
  view.unmount();
  await renderAt('/pages/trade/orders', detail('Order 7'), 1280);
  const beside = await screen.findByRole('complementary');
  expect(within(beside).getByText('All of Order 7')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Order 7');
});

test('a panel is resized by arrow keys within its bounds, and Enter puts it back', async () => {
  resetPanel('ticket');
  await renderAt('/', <Splitter panel="ticket" resizes="after" axis="x" />, 1280);
  const line = screen.getByRole('separator', { name: 'Width of the order ticket' });
  const now = () => Number(line.getAttribute('aria-valuenow'));
  const { initial, least, most, step } = PANELS.ticket;
  await press('ArrowLeft', line);
  expect(now()).toBe(initial + step);
  await press('ArrowRight', line);
  await press('ArrowRight', line);
  expect(now()).toBe(initial - step);
  await press('End', line);
  expect(now()).toBe(most);
  await press('ArrowLeft', line);
  expect(now()).toBe(most);
  await press('Home', line);
  expect(now()).toBe(least);
  expect(window.localStorage.getItem('panels')).toContain(`"ticket":${least}`);
  await press('Enter', line);
  expect(now()).toBe(initial);
});

/** jsdom lays nothing out. */
class NeverResized {
  observe(): void {}
  disconnect(): void {}
}

test('panels are put in another order by buttons, stay so on this device, and go back', async () => {
  vi.stubGlobal('ResizeObserver', NeverResized);
  resetPanels();
  const panes = ['markets', 'ticket', 'lists', 'trades'] as const;
  const [markets, ticket, lists, trades] = panes.map((name) => <p key={name}>{name}</p>);
  await renderAt(
    '/',
    <>
      <PanelsSheet onClose={() => undefined} />
      <Terminal
        markets={markets}
        chart={() => null}
        book={() => null}
        trades={trades}
        ticket={ticket}
        lists={lists}
      />
    </>,
    1280,
  );
  const sheet = await screen.findByRole('dialog', { name: 'Panels' });
  const order = () =>
    screen.getAllByRole('group', { hidden: true }).map((pane) => pane.getAttribute('aria-label'));
  const first = ['Markets', 'Chart', 'Orders', 'Order book', 'Trades', 'Order ticket'];
  expect(order()).toEqual(first);
  const click = (role: 'button' | 'checkbox', name: string) =>
    act(async () => within(sheet).getByRole(role, { name }).click());
  await click('button', 'Move to the left: Order ticket');
  await click('button', 'Move to the left: Order ticket');
  await click('checkbox', 'Lists above the chart');
  expect(order()).toEqual(['Markets', 'Order ticket', 'Orders', 'Chart', 'Order book', 'Trades']);
  // Each line resizes the panel at its side that is not the chart's.
  const line = screen.getByRole('separator', { name: 'Width of the order ticket', hidden: true });
  await press('ArrowRight', line);
  expect(Number(line.getAttribute('aria-valuenow'))).toBe(
    PANELS.ticket.initial + PANELS.ticket.step,
  );
  expect(window.localStorage.getItem('panels')).toContain(
    '"order":["markets","ticket","chart","book"]',
  );
  await click('button', 'Sizes and places as at first');
  expect(order()).toEqual(first);
});

test('an order that was kept by another version has every column once', () => {
  expect(readOrder(['ticket', 'x', 'ticket', 'chart'])).toEqual([
    'ticket',
    'chart',
    'markets',
    'book',
  ]);
  expect(readOrder(undefined)).toEqual(COLUMNS);
});
