import { REQUEST_TIMEOUT_MS } from '@fairlead/contract/constants';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiClientOptions, createApiClient, makeIdempotencyKey } from './api-client.ts';
import { ApiError } from './api-error.ts';

interface Seen {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}
type Answer = Response | Error;

const ok = (message: unknown) => Response.json({ type: 'ok', code: 1, message });
const refusal = (status: number, error: string, extra: object = {}, headers = {}) =>
  Response.json({ type: 'error', code: 0, error, message: 'text', ...extra }, { status, headers });
const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '10' } as const;

/** A client whose server gives these answers in turn. */
function clientOf(answers: readonly Answer[], options: Partial<ApiClientOptions> = {}) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const api = createApiClient({
    baseUrl: 'http://host',
    fetch: async (url, init) => {
      seen.push({ url, init: init as Seen['init'] });
      const answer = answers[seen.length - 1];
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('no more answers');
    },
    wait: async (delayMs) => {
      waits.push(delayMs);
    },
    ...options,
  });
  return { api, seen, waits };
}
const errorOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('did not fail')),
    (error: ApiError) => error,
  );

describe('a request', () => {
  test('of a GET travels in the query, without fields that are undefined', async () => {
    const { api, seen } = clientOf([ok([])]);
    await api.call('candles', { symbol: 'BTC/USDT', period: '1m', from: 5, to: undefined });
    expect(seen[0]?.url).toBe(
      'http://host/api/currency/new_timeshar?symbol=BTC%2FUSDT&period=1m&from=5',
    );
    expect(seen[0]?.init.body).toBeUndefined();
  });

  test('of a POST is form-encoded and carries token, language and device', async () => {
    const { api, seen } = clientOf([ok('done')], {
      getToken: () => 'secret',
      getLanguage: () => 'jp',
      deviceId: 'device',
    });
    await api.call('setLang', { lang: 'jp' });
    expect(seen[0]?.init).toMatchObject({
      method: 'POST',
      body: 'lang=jp',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: 'secret',
        'language-mark': 'jp',
        'device-id': 'device',
      },
    });
    expect(seen[0]?.init.headers).not.toHaveProperty('idempotency-key');
  });

  test('that holds a list is JSON, which a form cannot be', async () => {
    const { api, seen } = clientOf([ok({})], {
      paths: { operatorSaveOptionCurrency: ['POST', 'operator/option_currencies/save'] },
    });
    const terms = { currency_id: 3, fee_rate: '0.01', amounts: ['10', '50'], is_open: true };
    await api.call('operatorSaveOptionCurrency', { terms, reason: 'first terms' });
    expect(seen[0]?.init).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ terms, reason: 'first terms' }),
    });
  });

  test('that moves money carries the key given, or one of its own', async () => {
    const { api, seen } = clientOf([ok({}), ok({})]);
    await api.call('placeOrder', order, { idempotencyKey: 'mine' });
    await api.call('placeOrder', order);
    expect(seen[0]?.init.headers['idempotency-key']).toBe('mine');
    expect(seen[1]?.init.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('names the account of somebody else that it reads', async () => {
    const { api, seen } = clientOf([ok({}), ok({})], {
      getShare: (name) => (name === 'wallet' ? '7.0' : undefined),
    });
    await api.call('wallet');
    await api.call('quotations');
    expect(seen.map(({ init }) => init.headers['share'])).toEqual(['7.0', undefined]);
  });

  test('names the sub-account that it is made as, in each repetition the one of the first try', async () => {
    const answers = [new TypeError('connection lost'), ok({}), ok({}), ok({})];
    let acting: number | undefined = 268_435_463;
    const { api, seen } = clientOf(answers, {
      getSubAccount: (name) => {
        const id = name === 'placeOrder' ? acting : undefined;
        acting = undefined;
        return id;
      },
    });
    await api.call('placeOrder', order);
    await api.call('quotations');
    await api.call('quotations', {}, { subAccount: 7 });
    expect(seen.map(({ init }) => init.headers['sub-account'])).toEqual([
      ...['268435463', '268435463'],
      ...[undefined, '7'],
    ]);
  });

  test('keys do not repeat', () => {
    expect(new Set(Array.from({ length: 1_000 }, makeIdempotencyKey)).size).toBe(1_000);
  });
});

describe('an answer', () => {
  test('resolves with the DATA of the envelope', async () => {
    const { api } = clientOf([ok({ lang: 'th' })]);
    expect(await api.call('setLang', { lang: 'th' })).toEqual({ lang: 'th' });
  });

  test('that refuses becomes an ApiError with all it says', async () => {
    const { api } = clientOf([
      refusal(
        422,
        'validation_failed',
        { fields: { lang: 'unknown' }, request_id: 'r-1' },
        { 'retry-after': '3' },
      ),
    ]);
    const error = await errorOf(api.call('setLang', { lang: 'th' }));
    expect(error).toBeInstanceOf(ApiError);
    const { message, isOutcomeUnknown } = error;
    expect({ ...error, message, isOutcomeUnknown }).toMatchObject({
      code: 'validation_failed',
      message: 'text',
      status: 422,
      fields: { lang: 'unknown' },
      requestId: 'r-1',
      retryAfterMs: 3_000,
      isRetryable: false,
      isOutcomeUnknown: false,
    });
  });

  test.each([
    ['rate_limited', 429, true],
    ['overloaded', 503, true],
    ['insufficient_balance', 400, false],
    ['a_code_of_tomorrow', 400, false],
  ])('%s is retryable: %s', async (code, status, isRetryable) => {
    const { api } = clientOf([refusal(Number(status), String(code))]);
    expect((await errorOf(api.call('quotations'))).isRetryable).toBe(isRetryable);
  });

  test('999 tells the session ended, with the token that was sent', async () => {
    const told: unknown[] = [];
    const { api } = clientOf(
      [
        Response.json(
          { type: '999', code: 999, error: 'not_logged_in', message: 'log in' },
          { status: 401 },
        ),
      ],
      { getToken: () => 'old', onNotLoggedIn: (error, token) => told.push(error.code, token) },
    );
    expect((await errorOf(api.call('center'))).code).toBe('not_logged_in');
    expect(told).toEqual(['not_logged_in', 'old']);
  });

  test.each([
    ['a page of a proxy', new Response('<html>', { status: 502 }), true],
    ['JSON of another shape', Response.json({ hello: 1 }), false],
    ['JSON that is no object', Response.json(null), false],
  ])('that is %s is unreadable', async (_name, response, isRetryable) => {
    const { api } = clientOf([response]);
    const error = await errorOf(api.call('quotations'));
    expect([error.code, error.isRetryable]).toEqual(['unreadable', isRetryable]);
  });
});

describe('a repetition', () => {
  test('of a money call without an answer uses the same key', async () => {
    const { api, seen, waits } = clientOf([
      new TypeError('connection lost'),
      refusal(409, 'in_progress', {}, { 'retry-after': '1' }),
      ok({ order: { id: 1 } }),
    ]);
    expect(await api.call('placeOrder', order)).toEqual({ order: { id: 1 } });
    expect(new Set(seen.map(({ init }) => init.headers['idempotency-key'])).size).toBe(1);
    expect(waits).toEqual([300, 1_000]);
  });

  test('ends after four attempts, and the error has the key to go on with', async () => {
    const { api, seen } = clientOf([]);
    const error = await errorOf(api.call('placeOrder', order, { idempotencyKey: 'mine' }));
    expect(seen).toHaveLength(4);
    expect([error.code, error.idempotencyKey, error.isOutcomeUnknown]).toEqual([
      'network',
      'mine',
      true,
    ]);
  });

  test('is not made of a refusal, nor of a call that moves no money', async () => {
    const refused = clientOf([refusal(400, 'insufficient_balance')]);
    expect((await errorOf(refused.api.call('placeOrder', order))).code).toBe(
      'insufficient_balance',
    );
    const read = clientOf([new TypeError('connection lost')]);
    expect((await errorOf(read.api.call('quotations'))).code).toBe('network');
    expect([refused.seen.length, read.seen.length]).toEqual([1, 1]);
  });
});

describe('time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** A server that never answers, and only lets go when told. */
  const silent = (_url: string, init: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });

  test('a call ends with `timeout` after 60,000 ms and not before', async () => {
    expect(REQUEST_TIMEOUT_MS).toBe(60_000);
    const { api } = clientOf([], { fetch: silent });
    const call = errorOf(api.call('placeOrder', order));
    const ended = vi.fn();
    void call.then(ended);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await call).code).toBe('timeout');
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the caller's own abort rejects with its reason", async () => {
    const { api } = clientOf([], { fetch: silent });
    const controller = new AbortController();
    const call = api.call('quotations', {}, { signal: controller.signal });
    controller.abort(new Error('left the page'));
    await expect(call).rejects.toThrow('left the page');
    const late = api.call('placeOrder', order, { signal: controller.signal });
    await expect(late).rejects.toThrow('left the page');
  });
});

describe('Q17: work that a server asks for', () => {
  const asked = { challenge: 'c.s', bits: 8, parts: 16, expires_at: 1 };
  const asking = () => refusal(429, 'work_required', { work: asked });
  const request = { email: 'a@example.com', scene: 'forget' } as const;

  test('Q17: is proved, and the same call sent with it', async () => {
    const solveWork = vi.fn(async () => 'c.s.1-2');
    const { api, seen } = clientOf([asking(), ok('sent')], { solveWork });
    await expect(api.call('smsMail', request)).resolves.toBe('sent');
    expect(solveWork).toHaveBeenCalledWith(asked);
    expect(seen[0]?.init.body).toBe('email=a%40example.com&scene=forget');
    expect(seen[1]?.init.body).toBe('email=a%40example.com&scene=forget&work=c.s.1-2');
  });

  test('Q17: that gets dearer is proved anew, but not for ever', async () => {
    const solveWork = vi.fn(async () => 'c.s.1-2');
    const { api } = clientOf([asking(), asking(), asking(), asking(), asking()], { solveWork });
    expect((await errorOf(api.call('smsMail', request))).work).toEqual(asked);
    expect(solveWork).toHaveBeenCalledTimes(3);
  });

  test('Q17: is the caller’s to see where nobody proves it', async () => {
    const { api } = clientOf([asking()]);
    expect((await errorOf(api.call('smsMail', request))).code).toBe('work_required');
    const failing = clientOf([asking()], {
      solveWork: () => Promise.reject(new Error('no thread')),
    });
    expect((await errorOf(failing.api.call('smsMail', request))).code).toBe('work_required');
  });
});
