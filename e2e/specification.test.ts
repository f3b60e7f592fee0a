/**
 * Every call of the specification's table (§7), row by row, against a real server with a user who has done a bit of
 * everything: each succeeds and answers what the contract declares. tools/specification.ts has the table.
 */
import { routeEntries, routes } from '@fairlead/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SPECIFIED_CALLS, type SpecifiedCall } from '../tools/specification.ts';
import { call, indexPrice, send, upload } from './support/api.ts';
import { drawJpeg, launchBrowser } from './support/browser.ts';
import { leaveLife } from './support/life.ts';
import {
  ETH_ADDRESS,
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  type Holder,
  logInOperator,
  newHolder,
  newPerson,
  newVerified,
  type Operator,
  outOf,
  PASSWORD,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

type Request = Readonly<Record<string, string>>;
interface Asked {
  readonly request?: Request;
  /** The holder, unless the row is about somebody else; a guest without. */
  readonly token?: string | undefined;
  /** The one outcome that is right without a chain. */
  readonly refusal?: string;
}

let server: TestServer;
let browser: Browser;
let owner: Operator;
let holder: Holder;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', COOLING_OFF_HOURS: '0', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  owner = await logInOperator(server.url, FIRST);
  holder = await newHolder(server.url, owner, '181081');
  await indexPrice(server.url, 'BTC/USDT');
  await leaveLife({ url: server.url, browser, owner, holder });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const BTC_USDT = { symbol: 'BTC/USDT' };
const PASSWORDS = { password: 'another-harbour-43', password_confirmation: 'another-harbour-43' };

/** The last code sent to somebody. */
async function codeSent(to: string, scene: string): Promise<string> {
  const sent = await call(server.url, 'inbox', { to });
  const code = sent.find((message) => message.scene === scene)?.code;
  if (code === undefined) throw new Error(`no code to ${to}`);
  return code;
}

/** Somebody with a fund password, and a code for what is to be saved: codes come once a minute. */
async function newSaver(): Promise<{ readonly token: string; readonly confirmed: Request }> {
  const { email, token } = await newPerson(server.url);
  const pair = { password: FUND_PASSWORD, password_confirmation: FUND_PASSWORD };
  const fund = { ...pair, login_password: PASSWORD };
  await call(server.url, 'saveFundPassword', fund, token);
  await call(server.url, 'smsOtherMail', { scene: 'withdraw_address' }, token);
  const code = await codeSent(email, 'withdraw_address');
  return { token, confirmed: { fund_password: FUND_PASSWORD, code } };
}

async function mailed(email: string, scene: string): Promise<string> {
  await call(server.url, 'smsMail', { email, scene });
  return codeSent(email, scene);
}

async function picture(person: Person, text: string, purpose: 'kyc' | 'deposit_proof') {
  const drawn = await drawJpeg(browser, text);
  return String(await upload(server.url, { picture: drawn, purpose }, person.token));
}

/** Money in another account of the holder's. */
async function moved(account: string, amount: string): Promise<void> {
  const move = { from_account: 'coin', to_account: account, currency_id: USDT, amount };
  await call(server.url, 'transfer', move, holder.token);
}

async function position(): Promise<Request> {
  await moved('contract', '100');
  const order = { ...BTC_USDT, side: 'long', type: 'market', lots: '1', multiple: '20' };
  const opened = await call(server.url, 'openPosition', order, holder.token);
  return { position_id: String(opened.position.id) };
}

async function spotOrder(): Promise<Request> {
  const order = { ...BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001' };
  const index = Number(await indexPrice(server.url, 'BTC/USDT'));
  return { ...order, price: String(Math.round(index * 0.9)) };
}

const paged = (): Asked => ({ request: { page: '1', limit: '20' } });
const nothing = (): Asked => ({});

/** What each row is asked with. */
const ROWS: Readonly<Record<SpecifiedCall, () => Asked | Promise<Asked>>> = {
  'POST set/lang': () => ({ request: { lang: 'th' } }),
  'POST get/lang': nothing,
  'POST user/cash_info': nothing,
  'POST user/cash_save': async () => {
    const { token, confirmed } = await newSaver();
    const card = {
      name: 'Main account',
      card_number: '4111111111111111',
      deposit_bank: 'First Bank',
      branch: 'Harbour',
      bank_name: 'First Bank',
      bank_address: '1 Quay, London',
      swift_code: 'ABCDEFGH',
      full_name: 'Mara Sato',
      iban: 'GB82WEST12345698765432',
      payee_address: 'Pier 4, Kobe',
      postal_code: '6500042',
    };
    return { token, request: { ...card, ...confirmed } };
  },
  'POST area_code': nothing,
  'POST sms_mail': () => ({ request: { email: 'mail@example.org', scene: 'register' } }),
  'POST sms_send': () => ({
    request: { area_code: '81', phone: '9011113333', scene: 'register' },
  }),
  'POST user/register': async () => {
    const account = 'registered@example.org';
    const code = await mailed(account, 'register');
    return { request: { account_type: 'email', account, code, ...PASSWORDS, agreed: 'true' } };
  },
  'POST user/login': async () => {
    const { email } = await newPerson(server.url);
    return { request: { account_type: 'email', account: email, password: PASSWORD } };
  },
  'GET user/center': nothing,
  'GET user/center2': nothing,
  'GET currency/quotation_new': nothing,
  'POST news/list': () => ({ request: { category: 'help' } }),
  'POST news/detail': () => ({ request: { id: '1' } }),
  'GET currency/new_timeshar': () => ({ request: { ...BTC_USDT, period: '60m', kind: 'index' } }),
  'GET currency/deal': () => ({ request: BTC_USDT }),
  'POST wallet/detail': () => ({ request: { account: 'coin', currency_id: USDT } }),
  'POST coin/trade': async () => ({ request: await spotOrder() }),
  'PUT coin/trade': async () => {
    const { order } = await call(server.url, 'placeOrder', await spotOrder(), holder.token);
    return { request: { order_id: String(order.id) } };
  },
  'GET coin/list': paged,
  'GET microtrade/lists': paged,
  'GET microtrade/seconds': () => ({ request: BTC_USDT }),
  'GET microtrade/payable_currencies': nothing,
  'POST microtrade/submit': async () => {
    await moved('option', '100');
    const option = { ...BTC_USDT, direction: 'fall', seconds: '60', currency_id: USDT };
    return { request: { ...option, amount: '20' } };
  },
  'POST user/real_name': async () => {
    const { token } = await newPerson(server.url);
    return { token, request: { country: 'TH', name: 'Anong Dee', id_number: 'TH-7712345' } };
  },
  'POST user/real_name2': async () => {
    const person = await newVerified(server.url, owner);
    const photos = {
      front_photo: await picture(person, 'front 2', 'kyc'),
      back_photo: await picture(person, 'back 2', 'kyc'),
      holding_photo: await picture(person, 'holding 2', 'kyc'),
    };
    return { token: person.token, request: { contact_address: 'Pier 5, Kobe', ...photos } };
  },
  'POST wallet/list': nothing,
  'POST wallet/legal_log': paged,
  'GET currency/user_currency_list': nothing,
  'POST wallet/change': () => ({
    request: { from_account: 'coin', to_account: 'trust', currency_id: USDT, amount: '1' },
  }),
  'GET wallet/hzhistory': paged,
  'POST wallet/get_in_address': () => ({
    request: { currency_id: USDT, chain: 'ERC20' },
    refusal: 'chain_closed',
  }),
  'POST wallet/charge_req': async () => {
    const proof = await picture(holder, 'another voucher', 'deposit_proof');
    return { request: { kind: 'bank', currency_id: USDT, amount: '200', proof } };
  },
  'POST wallet/get_info': () => ({ request: { currency_id: USDT, chain: 'ERC20' } }),
  'POST wallet/get_address': nothing,
  'POST wallet/out': () => ({ request: outOf(holder, '60') }),
  'POST wallet/addaddress': async () => {
    const { token, confirmed } = await newSaver();
    const saved = { currency_id: '2', chain: 'ERC20', address: ETH_ADDRESS, note: 'Ether' };
    return { token, request: { ...saved, ...confirmed } };
  },
  'POST wallet/deladdress': async () => {
    const { token, addressId } = await newHolder(server.url, owner, '10');
    return { token, request: { id: String(addressId) } };
  },
  'POST user/e_pwd': async () => {
    const { token } = await newPerson(server.url);
    return { token, request: { old_password: PASSWORD, ...PASSWORDS } };
  },
  'GET lh/deposit/report': nothing,
  'GET lh/deposit/config': nothing,
  'GET lh/deposit/product_info': () => ({ request: { id: '2' } }),
  'GET lh/deposit/order': paged,
  'POST lh/deposit': async () => {
    await moved('trust', '1000');
    return { request: { product_id: '3', amount: '1000', agreed: 'true' } };
  },
  'POST lh/deposit/order/cancel': async () => {
    await moved('trust', '1000');
    const purchase = { product_id: '3', amount: '1000', agreed: 'true' };
    const { order } = await call(server.url, 'buyHosting', purchase, holder.token);
    return { request: { id: String(order.id) } };
  },
  'GET user/my_poster': nothing,
  'GET user/my_share': nothing,
  'GET user/invite': nothing,
  'POST user/invite_list': nothing,
  'POST user/my_invite_list': paged,
  'POST user/my_account_return': paged,
  'GET charge_mention/log2': paged,
  'GET charge_mention/log3': paged,
  'POST lever/deal': () => ({ request: BTC_USDT }),
  'POST lever/submit': async () => {
    await moved('contract', '100');
    const order = { ...BTC_USDT, side: 'short', type: 'market', lots: '1', multiple: '20' };
    return { request: order };
  },
  'POST lever/my_trade': paged,
  'POST lever/close': async () => ({ request: await position() }),
  'POST lever/setstop': async () => ({ request: { ...(await position()), stop_loss: '1' } }),
  'POST user/has_password': nothing,
  'POST safe/update_password': async () => {
    const { token } = await newPerson(server.url);
    return { token, request: { password: '314159', password_confirmation: '314159' } };
  },
  'POST user/check_mobile': async () => {
    const phone = { area_code: '81', phone: '9011114444', scene: 'register' };
    await call(server.url, 'smsSend', phone);
    const code = await codeSent('+819011114444', 'register');
    return { request: { area_code: '81', account: '9011114444', scene: 'register', code } };
  },
  'POST user/check_email': async () => {
    const { email } = await newPerson(server.url);
    const code = await mailed(email, 'forget');
    return { request: { account: email, scene: 'forget', code } };
  },
  'POST user/forget': async () => {
    const { email } = await newPerson(server.url);
    const code = await mailed(email, 'forget');
    return { request: { account_type: 'email', account: email, code, ...PASSWORDS } };
  },
  'POST set/get_customer_url': nothing,
  'POST set/sms_other_mail': async () => {
    const { token } = await newPerson(server.url);
    return { token, request: { scene: 'withdraw_address' } };
  },
  'GET lh/send/config': nothing,
  'GET lh/send/product_info': () => ({ request: { id: '1' } }),
  'GET lh/send/order_list': paged,
  'GET lh/send/get_recommend': nothing,
  'POST lh/send/order': () => ({ request: { offering_id: '1', amount: '1000' } }),
};

test.each(SPECIFIED_CALLS)('%s', async (row) => {
  const name = routeEntries.find(([, { method, path }]) => `${method} ${path}` === row)?.[0];
  if (name === undefined) throw new Error('not in the catalogue');
  const { request = {}, token = holder.token, refusal } = await ROWS[row]();
  if (routes[name].isBinary) {
    const answer = await fetch(`${server.url}/api/${routes[name].path}`, {
      headers: { authorization: token },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    return;
  }
  const { status, envelope } = await send(server.url, name, request, { token });
  if (refusal !== undefined) {
    expect(envelope).toMatchObject({ type: 'error', error: refusal });
    return;
  }
  expect({ status, envelope }).toMatchObject({ status: 200, envelope: { type: 'ok', code: 1 } });
  if (envelope.type === 'ok') routes[name].response.parse(envelope.message);
});
