/** The page of futures with a server of answers around it: what one owns, and what was sent. */
import type { Position, Quotation } from '@fairlead/contract';
import { Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { startSession } from '../src/data/account/session.ts';
import { serverNow } from '../src/data/live/server-clock.ts';
import { Page } from '../src/pages/lever/index.tsx';
import { stopClock } from './clock.ts';
import { contractWallet, futuresDeal, position } from './futures.ts';
import { quotation } from './quotation.ts';
import { renderAt, type serve } from './render.tsx';
import { user } from './user.ts';

type Answers = Parameters<typeof serve>[0];

/** What the next test begins without. */
const nothing = () => ({
  /** Positions by state, as the server lists them. */
  own: {
    holding: [] as Position[],
    waiting: [] as Position[],
    closed: [] as Position[],
    cancelled: [] as Position[],
  },
  /** The last call that was kept, and its idempotency key. */
  sent: {} as Record<string, string>,
  key: null as string | null,
});
export const world = nothing();

/** Calls back when the history has gone back one entry, as it does for each sheet that closes. */
const wentBack = () =>
  new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

/** Before and after each test of a file: called once by each that shows the page. */
export function tidyAround(): void {
  beforeEach(() => {
    // An index that stays new however long a test takes.
    stopClock();
    Object.assign(world, nothing());
  });
  afterEach(async () => {
    const hasOverlay = JSON.stringify(window.history.state).includes('"overlays":["');
    const back = hasOverlay ? wentBack() : undefined;
    cleanup();
    await back;
  });
}

const currency = (currency_id: number, name: string, scale: number) => ({
  currency_id,
  name,
  full_name: name,
  scale,
  chains: [],
  deposit: false,
  withdraw: false,
});

const positionsPage = (list: readonly Position[]) => ({
  list,
  page: 1,
  limit: 100,
  total: list.length,
  summary: { margin: '319.750000', unrealised_pnl: '86.240000', risk_rate: '0.078757' },
});

/** Remembers a call that changes something. */
export const keep = (request: URLSearchParams, headers: Headers): void => {
  world.sent = Object.fromEntries(request);
  world.key = headers.get('idempotency-key');
};

/** BTC and ETH have futures, XRP has none; 1,500 USDT are available. */
export function answers(market: Partial<Quotation> = {}, more: Answers = {}): Answers {
  const fresh = { index_time: serverNow() };
  return {
    'GET currency/quotation_new': () => [
      quotation({ tick_size: '0.01', contract: true, ...fresh, ...market }),
      quotation({ symbol: 'ETH/USDT', index_price: '3418.26', contract: true, ...fresh }),
      quotation({ symbol: 'XRP/USDT', ...fresh }),
    ],
    'GET currency/user_currency_list': () => [
      currency(1, 'BTC', 8),
      currency(2, 'ETH', 8),
      currency(3, 'USDT', 6),
    ],
    'POST lever/deal': () => futuresDeal(),
    'POST wallet/list': () => contractWallet('1500'),
    'POST lever/my_trade': (request) => {
      const status = request.get('status') as keyof typeof world.own;
      return positionsPage(world.own[status] ?? []);
    },
    'POST lever/submit': (request, headers) => {
      keep(request, headers);
      return { position: position({ id: 7_100, open_receipt_id: 55, open_price: '64820.10' }) };
    },
    ...more,
  };
}

/** Opens the page and waits until it can count. */
export async function open(path = '/pages/lever/index?symbol=BTC/USDT'): Promise<void> {
  await renderAt(
    path,
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>,
  );
  // The multiple shows that terms and currencies are known.
  await screen.findByRole('button', { name: /Multiple.*10×/ });
}

export const logIn = () => startSession({ token: 't', user });
export const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
export const type = (name: string | RegExp, value: string) =>
  act(async () => fireEvent.change(field(name), { target: { value } }));
export const tap = (name: string | RegExp, role: 'button' | 'radio' = 'button') =>
  act(async () => screen.getByRole(role, { name }).click());
/** Taps what a sheet or an answer brings. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await act(async () => button.click());
}
/** Figures and their units are joined by no-break spaces. */
export const plain = (node: HTMLElement): string => node.textContent.replaceAll('\u00a0', ' ');
