/** Users and operators, as far as a test needs them before it begins; all over the API, as anyone could. */
import { randomUUID } from 'node:crypto';
import { CURRENCY_IDS, type OperatorRole } from '@fairlead/contract';
import { call, registerUser } from './api.ts';

export const PASSWORD = 'harbour-42';
/** What operators choose who come in by a link. */
const OPERATOR_PASSWORD = 'a-buoy-beyond-the-bar';
export const FUND_PASSWORD = '271828';
export const USDT = String(CURRENCY_IDS.USDT);
/** Checksummed as EIP-55 says. */
export const ETH_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

export interface Credentials {
  readonly name: string;
  readonly password: string;
}
export interface Operator extends Credentials {
  readonly id: number;
  readonly token: string;
}
/** The first operator, and the settings that make it. */
export const FIRST: Credentials = { name: 'owner', password: 'lantern-over-water' };
export const FIRST_OPERATOR = { OPERATOR_NAME: FIRST.name, OPERATOR_PASSWORD: FIRST.password };

export async function logInOperator(url: string, credentials: Credentials): Promise<Operator> {
  const { token } = await call(url, 'operatorLogin', { ...credentials });
  const { id } = await call(url, 'operatorMe', {}, token);
  return { ...credentials, id, token };
}

/** Another operator, made by an owner. */
export async function addOperator(
  url: string,
  owner: Operator,
  role: OperatorRole,
): Promise<Operator> {
  const name = `${role}-${randomUUID().slice(0, 8)}`;
  const { link = '' } = await call(url, 'createOperator', { name, role }, owner.token);
  const token = link.split('/').at(-1) ?? '';
  const password = OPERATOR_PASSWORD;
  await call(url, 'useOperatorLink', { token, password, password_confirmation: password });
  return logInOperator(url, { name, password });
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

/** A new user nobody else has, invited if there is a code. */
export async function newPerson(url: string, inviteCode?: string): Promise<Person> {
  const email = `${randomUUID().slice(0, 13)}@example.org`;
  const token = await registerUser(url, email, {
    password: PASSWORD,
    ...(inviteCode !== undefined && { inviteCode }),
  });
  const { user } = await call(url, 'center', {}, token);
  return { id: user.id, email, token };
}

/** Passes what a user has under review. */
async function passVerification(url: string, userId: number, operator: Operator): Promise<void> {
  const request = { user_id: String(userId), status: 'under_review' };
  const { list } = await call(url, 'operatorVerifications', request, operator.token);
  for (const { id } of list)
    await call(url, 'decideVerification', { id: String(id), decision: 'passed' }, operator.token);
}

export interface Holder extends Person {
  /** A saved address of USDT on Ethereum. */
  readonly addressId: number;
}

/** A user whose basic verification this operator has passed. */
export async function newVerified(url: string, operator: Operator): Promise<Person> {
  const person = await newPerson(url);
  const { id, token } = person;
  await call(
    url,
    'realName',
    { country: 'JP', name: 'Mara Sato', id_number: `TK-${String(id).padStart(6, '0')}` },
    token,
  );
  await passVerification(url, id, operator);
  return person;
}

/** A verified user with USDT, a fund password and a saved address. */
export async function newHolder(
  url: string,
  operator: Operator,
  amount: string,
  note = 'Cold store',
): Promise<Holder> {
  const person = await newVerified(url, operator);
  const { email, token } = person;
  const pair = { password: FUND_PASSWORD, password_confirmation: FUND_PASSWORD };
  const fund = { ...pair, login_password: PASSWORD };
  await call(url, 'saveFundPassword', fund, token);
  await call(url, 'faucet', { currency_id: USDT, amount }, token);
  await call(url, 'smsOtherMail', { scene: 'withdraw_address' }, token);
  const messages = await call(url, 'inbox', { to: email });
  const code = messages.find(({ scene }) => scene === 'withdraw_address')?.code ?? '';
  const saved = await call(
    url,
    'addAddress',
    {
      currency_id: USDT,
      chain: 'ERC20',
      address: ETH_ADDRESS,
      note,
      fund_password: FUND_PASSWORD,
      code,
    },
    token,
  );
  return { ...person, addressId: saved.id };
}

/** What `withdraw` takes for so much USDT. */
export const outOf = ({ addressId }: Holder, amount: string) => ({
  currency_id: USDT,
  chain: 'ERC20',
  address_id: String(addressId),
  amount,
  fund_password: FUND_PASSWORD,
});

/** What the coin account holds of USDT, as the server writes it. */
export async function usdtOf(
  url: string,
  { token }: Person,
): Promise<{ readonly available: string; readonly frozen: string }> {
  const request = { account: 'coin', currency_id: USDT };
  const { available, frozen } = await call(url, 'walletDetail', request, token);
  return { available, frozen };
}
