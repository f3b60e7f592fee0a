/** The page of options in jsdom, with a server that sells: what it was sent, and what it says to the next purchases. */
import type { OptionOrder, Quotation, User } from '@fairlead/contract';
import { Toasts } from '@fairlead/ui';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { startSession } from '../src/data/account/session.ts';
import { serverNow } from '../src/data/live/server-clock.ts';
import { forgetSamples } from '../src/features/options/chart/samples-store.ts';
import { forgetHeard } from '../src/features/options/orders/heard-orders.ts';
import { Page } from '../src/pages/option/detail.tsx';
import { passMs, stopClock } from './clock.ts';
import { USDT } from './currency.ts';
import { OPTION_TIMES, optionOrder, PAYABLE } from './option.ts';
import { quotation } from './quotation.ts';
import { renderAt, serve } from './render.tsx';
import { user } from './user.ts';

interface Sent {
  readonly request: Readonly<Record<string, string>>;
  readonly key: string | null;
}

interface Seller {
  /** Purchases that were asked for. */
  readonly sent: Sent[];
  /** What the server says to the next ones, in order; then it sells. */
  readonly refusals: unknown[];
  /** No answer comes: the connection breaks once the call is on its way. */
  isDown: boolean;
}
export let seller: Seller = { sent: [], refusals: [], isDown: false };

/** Before and after each test of a file: called once by each that shows the page. */
export function tidyAround(): void {
  beforeEach(() => {
    // An index that stays new however long a test takes.
    stopClock();
    seller = { sent: [], refusals: [], isDown: false };
  });
  afterEach(async () => {
    const hasOverlay = JSON.stringify(window.history.state).includes('"overlays":["');
    const back = hasOverlay ? wentBack() : undefined;
    cleanup();
    await back;
    forgetHeard();
    forgetSamples();
  });
}

/** Calls back when the history has gone back one entry, as it does for each sheet that closes. */
const wentBack = () =>
  new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

const listOf = (list: readonly OptionOrder[]) => ({ list, page: 1, limit: 20, total: list.length });

/** An order that has 38 s to go, by the clock of the test. */
export const running = (own: Partial<OptionOrder> = {}): OptionOrder =>
  optionOrder({
    purchased_at: serverNow() - 22_000,
    delivers_at: serverNow() + 38_000,
    ...own,
  });

export interface Surroundings {
  readonly market?: Partial<Quotation>;
  readonly available?: string;
  readonly open?: readonly OptionOrder[];
  readonly settled?: readonly OptionOrder[];
}

/** The server of these tests: BTC/USDT as drawn, 412.60 USDT in the option account. */
export function optionAnswers(own: Surroundings = {}) {
  const { market, available = '412.600000', open = [], settled = [] } = own;
  const balance = { currency_id: 3, name: 'USDT', available, frozen: '0', total: available };
  return {
    'GET currency/quotation_new': () => [
      quotation({ option: true, index_time: serverNow(), ...market }),
    ],
    'GET currency/index_samples': () => [
      { time: serverNow() - 2_000, price: '64810.00000000' },
      { time: serverNow() - 1_000, price: '64812.40000000' },
    ],
    'GET currency/user_currency_list': () => [USDT],
    'GET microtrade/seconds': () => OPTION_TIMES,
    'GET microtrade/payable_currencies': () => [PAYABLE],
    'GET microtrade/lists': (request: URLSearchParams) =>
      listOf(request.get('status') === 'open' ? open : settled),
    'POST wallet/list': () => ({
      convert_currency: 'USDT',
      total: '0',
      time: 1,
      accounts: [{ account: 'option', total: available, balances: [balance] }],
    }),
    'POST microtrade/submit': (request: URLSearchParams, headers: Headers) => {
      const { sent, refusals, isDown } = seller;
      // After the list of what runs was read.
      passMs(1);
      sent.push({ request: Object.fromEntries(request), key: headers.get('idempotency-key') });
      if (isDown) throw new TypeError('Failed to fetch');
      return refusals.shift() ?? { order: running() };
    },
  };
}

/** A verified user, unless told otherwise; gives the answers about them. */
export function logIn(own: Partial<User> = {}) {
  const person: User = { ...user, basic_verification: 'verified', ...own };
  startSession({ token: 'token', user: person });
  return { 'GET user/center': () => ({ user: person }) };
}

/** Renders the page; resolves before anything of it has loaded. */
export async function renderOptions(answers: Parameters<typeof serve>[0]): Promise<void> {
  serve(answers);
  await renderAt(
    '/pages/option/detail?symbol=BTC/USDT',
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>,
  );
}

/** Renders the page and waits for its ticket. */
export async function openOptions(
  own: Surroundings = {},
  others: Parameters<typeof serve>[0] = {},
): Promise<void> {
  await renderOptions({ ...optionAnswers(own), ...others });
  await screen.findByRole('button', { name: /^60 s/ });
}

/** The right column of lists of facts. */
export const factsOf = (place: { getAllByRole: (role: 'definition') => HTMLElement[] }): string[] =>
  place.getAllByRole('definition').map((one) => (one.textContent ?? '').replaceAll('\u00a0', ' '));
export const press = (name: string | RegExp): boolean =>
  fireEvent.click(screen.getByRole('button', { name }));
export const ticket = () => within(screen.getByRole('region', { name: 'Option ticket' }));
export const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount in USDT');

/** 60 s and 50 USDT. */
export function fillTicket(): void {
  press(/^60 s/);
  press('50');
}
