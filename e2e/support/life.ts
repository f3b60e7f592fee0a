/** What a user does in months, done in seconds: something on every page, and something to decide in every queue. */
import { CURRENCY_IDS } from '@fairlead/contract';
import type { Browser } from 'playwright-core';
import { call, indexPrice, transfer, upload } from './api.ts';
import { drawJpeg } from './browser.ts';
import { type Holder, newPerson, type Operator, outOf, type Person, USDT } from './people.ts';

const BTC = String(CURRENCY_IDS.BTC);

export interface Life {
  readonly url: string;
  /** Draws the pictures. */
  readonly browser: Browser;
  /** Decides. */
  readonly owner: Operator;
  /** Whose life it is: verified, with some 180,000 USDT. */
  readonly holder: Holder;
}

export async function leaveLife(life: Life): Promise<void> {
  await leaveWork(life);
  await leaveOrders(life);
  await leavePositions(life);
  await leaveHosting(life);
  await leaveOffering(life);
  await leaveFriend(life);
  await bitcoinCame(life, '0.00123456');
}

/** Something to decide in each queue, so that no page is walked empty. */
async function leaveWork(life: Life): Promise<void> {
  const { url, owner, holder } = life;
  const { id, token } = holder;
  const proof = await uploaded(life, 'voucher', 'deposit_proof');
  await call(url, 'withdraw', outOf(holder, '100'), token);
  await call(url, 'claimDeposit', { kind: 'bank', currency_id: USDT, amount: '300', proof }, token);
  const photos = {
    front_photo: await uploaded(life, 'front', 'kyc'),
    back_photo: await uploaded(life, 'back', 'kyc'),
    holding_photo: await uploaded(life, 'holding', 'kyc'),
  };
  await call(url, 'realName2', { contact_address: 'Pier 4, Kobe', ...photos }, token);
  const move = { from_account: 'coin', to_account: 'option', currency_id: USDT, amount: '500' };
  await transfer(url, move, token);
  // One that is settled before it is walked by, one that still runs.
  for (const seconds of ['30', '300']) {
    const option = { symbol: 'BTC/USDT', direction: 'rise', seconds, currency_id: USDT };
    await call(url, 'buyOption', { ...option, amount: '50' }, token);
  }
  const entry = { source: 'house:capital', target: `user:${id}:coin`, reason: 'Goodwill.' };
  await call(url, 'proposeEntry', { currency_id: USDT, amount: '12.5', ...entry }, owner.token);
}

/** Orders that wait, one that is filled in part or whole, one cancelled, and a stop. */
async function leaveOrders({ url, holder }: Life): Promise<void> {
  const { token } = holder;
  const index = Number(await indexPrice(url, 'BTC/USDT'));
  const at = (share: number) => (index * share).toFixed(0);
  const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'limit' };
  await call(url, 'placeOrder', { ...buy, price: at(0.9), quantity: '0.1234' }, token);
  await call(url, 'placeOrder', { ...buy, price: at(1.01), quantity: '0.05' }, token);
  const { order } = await call(
    url,
    'placeOrder',
    { ...buy, price: at(0.86), quantity: '0.01' },
    token,
  );
  await call(url, 'cancelOrder', { order_id: String(order.id) }, token);
  const stop = { symbol: 'BTC/USDT', side: 'sell', trigger: 'stop', type: 'market' };
  await call(url, 'placeTrigger', { ...stop, trigger_price: at(0.7), quantity: '0.01' }, token);
}

/** One position of each state, long figures among them. */
async function leavePositions({ url, holder }: Life): Promise<void> {
  const { token } = holder;
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount: '40000' };
  await transfer(url, move, token);
  const order = { symbol: 'BTC/USDT', multiple: '20', lots: '1000' };
  await call(url, 'openPosition', { ...order, side: 'long', type: 'market' }, token);
  const limit = { side: 'short', type: 'limit', price: '75000', stop_loss: '77000' };
  await call(url, 'openPosition', { ...order, ...limit, lots: '2' }, token);
  const short = { symbol: 'DOGE/USDT', side: 'short', type: 'market', lots: '1', multiple: '100' };
  const { position } = await call(url, 'openPosition', short, token);
  await call(url, 'closePosition', { position_id: String(position.id) }, token);
}

/** One order in hosting, one that was redeemed. */
async function leaveHosting({ url, holder }: Life): Promise<void> {
  const { token } = holder;
  const move = { from_account: 'coin', to_account: 'trust', currency_id: USDT, amount: '30000' };
  await transfer(url, move, token);
  const purchase = { product_id: '3', agreed: 'true' };
  await call(url, 'buyHosting', { ...purchase, amount: '12345.678901' }, token);
  const { order } = await call(url, 'buyHosting', { ...purchase, amount: '1000' }, token);
  await call(url, 'redeemHosting', { id: String(order.id) }, token);
}

/** One subscription passed and one under review; the subscriber a partner. */
async function leaveOffering({ url, owner, holder }: Life): Promise<void> {
  const { id, token } = holder;
  const subscribe = async (amount: string) =>
    call(url, 'subscribe', { offering_id: '1', amount }, token);
  const { order } = await subscribe('12345.6789');
  await subscribe('1000');
  const passed = { id: String(order.id), decision: 'passed' };
  await call(url, 'decideSubscription', passed, owner.token);
  const partner = { user_id: String(id), ratio: '0.3', reason: 'A large channel.' };
  await call(url, 'savePartner', partner, owner.token);
}

/** Whom the holder invited, and the rebate of what they paid. */
async function leaveFriend({ url, holder }: Life): Promise<void> {
  const { invite_code } = await call(url, 'invite', {}, holder.token);
  const { token } = await newPerson(url, invite_code);
  await call(url, 'faucet', { currency_id: USDT, amount: '10000' }, token);
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount: '9000' };
  await transfer(url, move, token);
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '10', multiple: '20' };
  await call(url, 'openPosition', order, token);
}

/** Bitcoin that the holder says to have sent, and that was credited: coins from elsewhere. */
export async function bitcoinCame(
  life: Pick<Life, 'url' | 'browser' | 'owner'> & { readonly holder: Person },
  amount: string,
): Promise<void> {
  const { url, owner, holder } = life;
  const proof = await uploaded(life, `bitcoin ${holder.id}`, 'deposit_proof');
  const sent = { kind: 'crypto', currency_id: BTC, chain: 'OMNI', amount, proof };
  const { id } = await call(url, 'claimDeposit', sent, holder.token);
  const passed = { id: String(id), decision: 'passed', credited: amount };
  await call(url, 'decideDeposit', { ...passed, reference: `seen ${id}` }, owner.token);
}

/** Uploads a picture of the holder's; gives the file's id. */
async function uploaded(
  { url, browser, holder }: Pick<Life, 'url' | 'browser'> & { readonly holder: Person },
  text: string,
  purpose: 'kyc' | 'deposit_proof',
): Promise<string> {
  const picture = await drawJpeg(browser, text);
  return String(await upload(url, { picture, purpose }, holder.token));
}
