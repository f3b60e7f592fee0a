/** A user converts in the app, and has it buy again and again, at both widths: figures, what came of it, and the order that did it. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, type openPhone, Pages, photograph } from './support/browser.ts';
import { newPerson, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  // Below the index's upper band, so that there is something to buy.
  const maker = await newPerson(server.url);
  await call(server.url, 'faucet', { currency_id: '1', amount: '0.1' }, maker.token);
  const markets = await call(server.url, 'quotations', {});
  const { index_price: index = '0' } = markets.find(({ symbol }) => symbol === 'BTC/USDT') ?? {};
  const price = (Math.round(Number(index) * 1.005 * 10) / 10).toFixed(1);
  const order = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price, quantity: '0.05' };
  await call(server.url, 'placeOrder', order, maker.token);
});
afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The app of somebody with 1,000 USDT, whose clock is not UTC's. */
async function opened(open: typeof openPhone) {
  const person = await newPerson(server.url);
  await call(server.url, 'faucet', { currency_id: USDT, amount: '1000' }, person.token);
  const page = pages.add(await open(browser, { baseURL: server.url, timezoneId: 'Asia/Tokyo' }));
  await keepLogin(page, server.url, person.token);
  return { person, page };
}

describe.each(DEVICES)('on %s', (device, open) => {
  test('from the quote to the order', async () => {
    const { person, page } = await opened(open);
    await page.goto('/#/pages/assets/convert?from=3&to=1');
    await page.getByLabel('Amount', { exact: true }).fill('200');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    const quote = page.getByRole('region', { name: 'Quote' });
    await quote.getByText('Your price against the index').waitFor();
    await quote
      .getByText('Spread of the book')
      .or(quote.getByText('Worst price'))
      .first()
      .waitFor();
    await photograph(page, `${device}-convert-quote`);
    // Ten seconds are short on a busy machine: a quote that is over is asked for anew, as a person would.
    const done = page.getByRole('status').getByText('Converted');
    const press = page.getByRole('button', { name: /^(Convert USDT to BTC|Get a new quote)$/ });
    await expect
      .poll(
        async () => {
          if (await done.isVisible()) return true;
          if (await press.isEnabled()) await press.click({ timeout: 1_000 }).catch(() => undefined);
          return done.isVisible();
        },
        { timeout: 240_000, interval: 1_000 },
      )
      .toBe(true);
    await photograph(page, `${device}-convert-done`);
    const { available } = await call(
      server.url,
      'walletDetail',
      { account: 'coin', currency_id: '1' },
      person.token,
    );
    expect(Number(available)).toBeGreaterThan(0);
    const said = await page.getByText(/^Order \d+ · Receipt \d+$/).textContent();
    const [, id = ''] = /^Order (\d+)/.exec(said ?? '') ?? [];
    const { order } = await call(server.url, 'order', { order_id: id }, person.token);
    expect(order).toMatchObject({ symbol: 'BTC/USDT', side: 'buy', status: 'completed' });
    await page.getByRole('link', { name: 'Conversions' }).last().click();
    await page.getByRole('list', { name: 'Conversions' }).getByText('Quoted').waitFor();
    await photograph(page, `${device}-conversions`);
    await page.getByRole('link', { name: /^Receipt \d+/ }).click();
    await page.getByText('Verified on this device').waitFor();
    await page.getByText('Filled at the price that was agreed, or better').waitFor();
    await photograph(page, `${device}-conversion-receipt`);
  });

  test('a plan is set up, ends, and another buys at its minute', async () => {
    const { person, page } = await opened(open);
    await page.goto('/#/pages/assets/recurring');
    await page.getByText('No plan yet.').waitFor();
    await photograph(page, `${device}-empty`);
    await page.getByRole('button', { name: 'New plan' }).click();
    await page.getByLabel('Amount each time').fill('50');
    await page.getByRole('button', { name: 'Fri' }).click();
    await page.getByLabel('Total at most').fill('500');
    await photograph(page, `${device}-form`);
    await page.getByRole('button', { name: 'Start the plan' }).click();
    const made = page.getByRole('link', { name: /Mon, Fri, 09:00 UTC/ });
    await made.getByText(/^\d+ [A-Z][a-z]+, 09:00$/).waitFor();
    await made.click();
    await page.getByText('Nothing was due yet.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('Ended', { exact: true }).waitFor();
    await photograph(page, `${device}-ended`);

    // One that is due soon: it may buy before its page is there, or while somebody looks at it.
    const next = new Date(Date.now() + 60_000);
    const minute = String(next.getUTCHours() * 60 + next.getUTCMinutes());
    const days = { weekdays: '1,2,3,4,5,6,7', minute, client_plan_id: 'soon' };
    const terms = { symbol: 'BTC/USDT', amount: '50', total: '60', ...days };
    const soon = await call(server.url, 'createRecurringPlan', terms, person.token);
    const id = String(soon.id);
    await page.goto(`/#/pages/assets/recurring?id=${id}`);
    await page.getByText('Bought', { exact: true }).waitFor({ timeout: 240_000 });
    // The total leaves no room for another.
    await page.getByText(/another purchase would go beyond your total/).waitFor();
    await photograph(page, `${device}-bought`);
    const bought = await call(server.url, 'recurringPurchases', { plan_id: id }, person.token);
    expect(bought.list).toMatchObject([{ outcome: 'bought', count: 1 }]);
    const { list } = await call(server.url, 'messages', {}, person.token);
    const kinds = list.map(({ kind }) => kind).filter((kind) => kind.startsWith('recurring'));
    expect(kinds.sort()).toEqual(['recurring_bought', 'recurring_stopped']);
    await page.getByRole('list', { name: 'History' }).getByRole('link').click();
    await page.getByText('BTC/USDT').first().waitFor();
    await photograph(page, `${device}-order`);
  });
});
