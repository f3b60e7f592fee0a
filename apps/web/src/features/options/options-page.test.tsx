// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  amountField,
  factsOf,
  fillTicket,
  logIn,
  openOptions,
  optionAnswers,
  press,
  renderOptions,
  seller,
  ticket,
  tidyAround,
} from '../../../test/option-page.tsx';
import { calls, refuse } from '../../../test/render.tsx';
import { setConfirmation } from '../../data/account/settings.ts';

tidyAround();

const QUESTION =
  'Your account has not been authenticated. Do you want to go to the authentication?';

describe('a guest', () => {
  test('sees the product, is told what is missing, and login leads back here', async () => {
    await openOptions();
    fillTicket();
    expect(ticket().getByText('If right').parentElement?.textContent).toBe('If right90.00+39.50');
    expect(ticket().getByText(/^Your account/).textContent).toContain(QUESTION);
    const link = ticket().getByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toContain('back=%2Fpages%2Foption%2Fdetail');
    press(/^Rise/);
    const sheet = within(await screen.findByRole('dialog', { name: 'Verification needed' }));
    sheet.getByText(QUESTION);
    expect(sheet.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('login');
    expect(calls).not.toContain('POST microtrade/submit');
    expect(calls).not.toContain('GET microtrade/lists');
  });
});

test('options stand still: it is said with its reason, and neither direction can be bought', async () => {
  const stopped = { product: 'options', why: 'cancel_only', takes_cancels: true } as const;
  await openOptions({ market: { standstill: [stopped] } }, logIn());
  expect(screen.getByText(/^Options: no new orders until further notice/)).toBeDefined();
  expect(ticket().queryByRole('button', { name: /^Rise/ })).toBeNull();
  expect(ticket().getByRole('button', { name: 'No orders right now' })).toHaveProperty(
    'disabled',
    true,
  );
});

test('a coming change of what stakes and fees are is said, as one of the market is', async () => {
  const coming = (id: number, of: object) => ({
    ...{ id, name: 'Options', announced_at: 1, news_id: id, changes: [] },
    ...of,
  });
  await openOptions(
    {},
    {
      'GET terms/upcoming': () => [
        coming(31, { product: 'option_currency', currency_id: 3, starts_at: Date.UTC(2027, 0, 5) }),
        coming(32, { product: 'option_currency', currency_id: 9, starts_at: Date.UTC(2027, 0, 6) }),
      ],
    },
  );
  const said = await screen.findAllByText(/^Options: Terms change on/);
  expect(said).toHaveLength(1);
  expect(said[0]?.querySelector('a')?.getAttribute('href')).toContain('notice?id=31');
});

describe('a user who is not verified', () => {
  test('is asked to verify and buys nothing', async () => {
    const who = logIn({ basic_verification: 'unverified' });
    await openOptions({}, who);
    fillTicket();
    press(/^Fall/);
    const sheet = within(await screen.findByRole('dialog', { name: 'Verification needed' }));
    sheet.getByText(QUESTION);
    expect(sheet.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe(
      '#/pages/verification/index',
    );
    expect(seller.sent).toEqual([]);
  });

  test('waits while the verification is under review', async () => {
    const who = logIn({ basic_verification: 'under_review' });
    await openOptions({}, who);
    ticket().getByText(/under review/);
    expect(ticket().getByRole('button', { name: /^Rise/ }).hasAttribute('disabled')).toBe(true);
  });

  test('whom only the server knows to be unverified is asked too', async () => {
    const who = logIn();
    seller.refusals.push(refuse('kyc_required', 'Please complete KYC Verification first', 403));
    setConfirmation('option_order', false);
    await openOptions({}, who);
    fillTicket();
    press(/^Rise/);
    await screen.findByRole('dialog', { name: 'Verification needed' });
  });
});

describe('a verified user', () => {
  test('finds a time chosen, and is asked for the amount', async () => {
    const who = logIn();
    await openOptions({}, who);
    const times = within(ticket().getByRole('group', { name: 'Delivery time' }));
    expect(times.getByRole('button', { pressed: true }).textContent).toContain('30 s');
    press(/^60 s/);
    press(/^Rise/);
    ticket().getByText('Enter an amount.');
    fireEvent.change(amountField(), { target: { value: '9.99' } });
    ticket().getByText('The minimum is 10.00 USDT.');
    fireEvent.change(amountField(), { target: { value: '409' } });
    ticket().getByText('It costs 413.09 USDT with the fee; 412.60 USDT is available.');
    expect(ticket().getByRole('link', { name: 'Transfer' }).getAttribute('href')).toContain(
      'from=coin&to=option&currency_id=3',
    );
    expect(seller.sent).toEqual([]);
  });

  test('sees rule and cost before buying, and the order as it runs', async () => {
    const who = logIn();
    await openOptions({}, who);
    fillTicket();
    press(/^Rise/);
    const sheet = within(await screen.findByRole('dialog', { name: 'Rise on BTC/USDT' }));
    expect(factsOf(sheet)).toEqual([
      '64,812.40',
      'next index price',
      '60 s after the purchase',
      'mean of the last 6 s',
      '50.00 USDT',
      '0.50 USDT',
      '50.50 USDT',
      '90.00 USDT +39.50',
      '50.00 USDT −0.50',
      '0.00 USDT −50.50',
      '50.50 USDT',
    ]);
    fireEvent.click(sheet.getByRole('button', { name: /^Buy rise, 50.00/ }));
    await screen.findByRole('timer');
    expect(seller.sent).toHaveLength(1);
    expect(seller.sent[0]?.request).toEqual({
      symbol: 'BTC/USDT',
      direction: 'rise',
      seconds: '60',
      currency_id: '3',
      amount: '50.000000',
      shown_price: '64812.40',
      shown_payout_ratio: '0.800000',
      shown_fee_rate: '0.010000',
    });
    expect(seller.sent[0]?.key).toMatch(/^[\x21-\x7e]{1,64}$/);
    screen.getByText('No. 70001');
    expect(amountField().value).toBe('');
  });

  test('finds the ticket as it was left after a reload', async () => {
    const who = logIn();
    await openOptions({}, who);
    fillTicket();
    cleanup();
    await openOptions({}, who);
    const times = within(ticket().getByRole('group', { name: 'Delivery time' }));
    expect(times.getByRole('button', { pressed: true }).textContent).toContain('60 s');
    expect(amountField().value).toBe('50');
    window.sessionStorage.clear();
  });

  test('who switched the question off buys with one press', async () => {
    const who = logIn();
    setConfirmation('option_order', false);
    await openOptions({}, who);
    fillTicket();
    press(/^Fall/);
    await screen.findByRole('timer');
    expect(seller.sent[0]?.request['direction']).toBe('fall');
  });

  test('is asked again when the price moved, under a new key (P5)', async () => {
    const who = logIn();
    setConfirmation('option_order', false);
    seller.refusals.push(refuse('price_moved', 'The price moved'));
    await openOptions({}, who);
    fillTicket();
    press(/^Rise/);
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('The price moved by more than 0.05%');
    fireEvent.click(dialog.getByRole('button', { name: 'Use 64,812.40' }));
    await screen.findByRole('timer');
    expect(seller.sent.map(({ request }) => request['shown_price'])).toEqual([
      '64812.40',
      '64812.40',
    ]);
    expect(new Set(seller.sent.map(({ key }) => key)).size).toBe(2);
  });

  test('asks again under the same key when no answer came', async () => {
    const who = logIn();
    setConfirmation('option_order', false);
    seller.isDown = true;
    await openOptions({}, who);
    fillTicket();
    press(/^Rise/);
    const dialog = within(await screen.findByRole('alertdialog'));
    seller.isDown = false;
    fireEvent.click(dialog.getByRole('button', { name: 'Ask again' }));
    await screen.findByRole('timer');
    expect(seller.sent.length).toBeGreaterThan(1);
    for (const one of seller.sent) expect(one).toEqual(seller.sent[0]);
  });

  test('from a country that is refused is told so and can press no more', async () => {
    const who = logIn();
    setConfirmation('option_order', false);
    seller.refusals.push(refuse('options_closed', 'Options are not offered to you here', 403));
    await openOptions({}, who);
    fillTicket();
    press(/^Rise/);
    await ticket().findByText(/Options are not sold in the country/);
    expect(ticket().getByRole('button', { name: /^Rise/ }).hasAttribute('disabled')).toBe(true);
  });

  test('without anything in the option account is led to the transfer', async () => {
    const who = logIn();
    await openOptions({ available: '0' }, who);
    await ticket().findByText(/Your option account is empty/);
    ticket().getByRole('link', { name: 'Transfer' });
  });
});

describe('without a live price', () => {
  test('nothing can be bought, and it says so (P4)', async () => {
    const who = logIn();
    await openOptions({ market: { is_stale: true } }, who);
    fillTicket();
    ticket().getByText(/There is no live index price/);
    expect(ticket().getByRole('button', { name: /^Rise/ }).hasAttribute('disabled')).toBe(true);
  });
});

test('terms that did not load say so', async () => {
  const failed = () => refuse('internal', 'Something went wrong', 500);
  await renderOptions({ ...optionAnswers(), ...logIn(), 'GET microtrade/seconds': failed });
  await screen.findByText('Something went wrong');
  expect(screen.queryByRole('region', { name: 'Option ticket' })).toBeNull();
});
