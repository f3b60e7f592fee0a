/** Fifty of the same at once, over HTTP against a real server: each has one effect, and the books add up after. */
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@fairlead/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice, outcome, upload } from './support/api.ts';
import { drawJpeg, launchBrowser } from './support/browser.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  newPerson,
  type Operator,
  outOf,
  USDT,
  usdtOf,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const TRIES = 50;

let server: TestServer;
let browser: Browser;
let owner: Operator;
let reviewer: Operator;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      COOLING_OFF_HOURS: '0',
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'ETH/USDT');
  owner = await logInOperator(server.url, FIRST);
  reviewer = await addOperator(server.url, owner, 'reviewer');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Attempt {
  readonly request: Readonly<Record<string, string>>;
  readonly token: string;
  readonly key?: string;
}

/** How often each answer came. */
async function tally(
  name: RouteName,
  attempts: readonly Attempt[],
): Promise<Readonly<Record<string, number>>> {
  const answers = await Promise.all(
    attempts.map(({ request, ...how }) => outcome(server.url, name, request, how)),
  );
  const counts: Record<string, number> = {};
  for (const { error } of answers) counts[error] = (counts[error] ?? 0) + 1;
  return counts;
}

/** Fifty at once under one key: whoever comes while the first runs is told so, and later gets its answer. */
async function expectOnce(name: RouteName, attempt: Attempt): Promise<void> {
  const { ok = 0, in_progress: early = 0 } = await tally(
    name,
    fifty(() => attempt),
  );
  expect(ok).toBeGreaterThanOrEqual(1);
  expect(ok + early).toBe(TRIES);
  expect(
    await tally(
      name,
      fifty(() => attempt),
    ),
  ).toEqual({ ok: TRIES });
}

const fifty = <Try>(make: (index: number) => Try): readonly Try[] =>
  Array.from({ length: TRIES }, (_, index) => make(index));

describe('fifty withdrawals at once', () => {
  test('of different keys: three a day, and what is frozen is three times the amount (W9)', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const request = outOf(holder, '100');
    const { token } = holder;
    expect(
      await tally(
        'withdraw',
        fifty(() => ({ request, token })),
      ),
    ).toEqual({
      ok: 3,
      daily_limit: TRIES - 3,
    });
    expect(await usdtOf(server.url, holder)).toEqual({
      available: '700.000000',
      frozen: '300.000000',
    });
  });

  test('of all one has: one, and the balance ends at zero (W1)', async () => {
    const holder = await newHolder(server.url, owner, '100');
    const attempt = { request: outOf(holder, '100'), token: holder.token };
    expect(
      await tally(
        'withdraw',
        fifty(() => attempt),
      ),
    ).toEqual({
      ok: 1,
      insufficient_balance: TRIES - 1,
    });
    expect(await usdtOf(server.url, holder)).toEqual({
      available: '0.000000',
      frozen: '100.000000',
    });
  });

  test('of one key are one withdrawal (W2)', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const { token } = holder;
    await expectOnce('withdraw', { request: outOf(holder, '100'), token, key: randomUUID() });
    const { list } = await call(server.url, 'withdrawals', {}, token);
    expect(list).toHaveLength(1);
    expect((await usdtOf(server.url, holder)).frozen).toBe('100.000000');
  });

  test('cancelled by its owner and approved at once, it ends one way (W14)', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const { id } = await call(server.url, 'withdraw', outOf(holder, '100'), holder.token);
    const request = { id: String(id) };
    const approval = { ...request, decision: 'passed' };
    const [cancels, approvals] = await Promise.all([
      tally(
        'cancelWithdrawal',
        fifty(() => ({ request, token: holder.token })),
      ),
      tally(
        'decideWithdrawal',
        fifty(() => ({ request: approval, token: reviewer.token })),
      ),
    ]);
    expect((cancels['ok'] ?? 0) + (approvals['ok'] ?? 0)).toBe(1);
    const { available, frozen } = await usdtOf(server.url, holder);
    expect(frozen).toBe('0.000000');
    expect(available).toBe(cancels['ok'] === 1 ? '1000.000000' : '900.000000');
  });
});

describe('fifty claims at once', () => {
  const claimOf = async (token: string, text: string) => {
    const picture = await drawJpeg(browser, text);
    const proof = await upload(server.url, { picture, purpose: 'deposit_proof' }, token);
    return { kind: 'bank', currency_id: USDT, amount: '250', proof: String(proof) };
  };

  test('of one picture are one claim, whatever their keys (D1, U8)', async () => {
    const { token } = await newPerson(server.url);
    const request = await claimOf(token, 'one picture');
    expect(
      await tally(
        'claimDeposit',
        fifty(() => ({ request, token })),
      ),
    ).toEqual({
      ok: 1,
      reference_used: TRIES - 1,
    });
    const { list } = await call(server.url, 'deposits', {}, token);
    expect(list).toHaveLength(1);
  });

  test('of one key are one claim', async () => {
    const { token } = await newPerson(server.url);
    const request = await claimOf(token, 'one key');
    await expectOnce('claimDeposit', { request, token, key: randomUUID() });
    const { list } = await call(server.url, 'deposits', {}, token);
    expect(list).toHaveLength(1);
  });

  test('decided by two operators at once, one is credited, once (D1, D19)', async () => {
    const person = await newPerson(server.url);
    const request = await claimOf(person.token, 'two operators');
    const { id } = await call(server.url, 'claimDeposit', request, person.token);
    const decisions = fifty((index) => ({
      request: { id: String(id), decision: 'passed', reference: `STATEMENT ${id}` },
      token: index % 2 === 0 ? owner.token : reviewer.token,
    }));
    expect(await tally('decideDeposit', decisions)).toEqual({
      ok: 1,
      already_decided: TRIES - 1,
    });
    expect(await usdtOf(server.url, person)).toEqual({
      available: '250.000000',
      frozen: '0.000000',
    });
  });
});

describe('fifty decisions at once', () => {
  test('passed by one and rejected by the other, a withdrawal ends one way (W14)', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const { id } = await call(server.url, 'withdraw', outOf(holder, '100'), holder.token);
    const decisions = fifty((index) =>
      index % 2 === 0
        ? { request: { id: String(id), decision: 'passed' }, token: owner.token }
        : {
            request: { id: String(id), decision: 'rejected', reason: 'Not confirmed.' },
            token: reviewer.token,
          },
    );
    expect(await tally('decideWithdrawal', decisions)).toEqual({
      ok: 1,
      already_decided: TRIES - 1,
    });
    const { list } = await call(server.url, 'withdrawals', {}, holder.token);
    const left = list[0]?.status === 'passed' ? '900.000000' : '1000.000000';
    expect(await usdtOf(server.url, holder)).toEqual({ available: left, frozen: '0.000000' });
  });

  test('of one operator over the threshold are one approval; one more of another passes it (V8)', async () => {
    const holder = await newHolder(server.url, owner, '20000');
    const { id } = await call(server.url, 'withdraw', outOf(holder, '10000'), holder.token);
    const decide = { id: String(id), decision: 'passed' };
    const first = fifty(() => ({ request: decide, token: owner.token }));
    expect(await tally('decideWithdrawal', first)).toEqual({ ok: 1, four_eyes: TRIES - 1 });
    const second = fifty(() => ({ request: decide, token: reviewer.token }));
    expect(await tally('decideWithdrawal', second)).toEqual({
      ok: 1,
      already_decided: TRIES - 1,
    });
    expect(await usdtOf(server.url, holder)).toEqual({
      available: '10000.000000',
      frozen: '0.000000',
    });
  });
});

test('after all of it the books add up to zero in every currency', async () => {
  const { currencies } = await call(server.url, 'balanceSheet', {}, owner.token);
  expect(currencies.length).toBeGreaterThan(0);
  for (const { sum } of currencies) expect(Number(sum)).toBe(0);
  const { is_sound: isSound } = await call(server.url, 'queueCounts', {}, owner.token);
  expect(isSound).toBe(true);
});
