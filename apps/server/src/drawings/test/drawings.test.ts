/** Drawings of a user's devices: what each changed is kept, bounded, and nobody else's. */
import { DRAWINGS_AT_ONCE_MAX, DRAWINGS_MAX } from '@fairlead/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  readReply,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { changeDrawings } from '../queries.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.register();
});
afterAll(() => server.stop());

const BTC = 'BTC/USDT';
const line = (id: string, price = '100.5') => ({
  id,
  tool: 'segment' as const,
  points: [
    { time: 1_000, price },
    { time: 61_000, price: '-0.00000001' },
  ],
});
const text = { id: 't', tool: 'text' as const, points: [{ time: 5, price: '3' }], text: 'top ↑' };

const save = async (request: object, of: TestUser = user) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/user/drawings/save',
    headers: { 'content-type': 'application/json', authorization: of.token },
    payload: JSON.stringify({ symbol: BTC, ...request }),
  });
  return readReply<'saveDrawings'>(response);
};
const kept = async (symbol = BTC, of: TestUser = user) =>
  (await server.data('drawings', { symbol }, of)).drawings;
const idsOf = async (symbol = BTC, of: TestUser = user) =>
  (await kept(symbol, of)).map(({ id }) => id);

describe('drawings', () => {
  test('come back as they were sent, with a number that grows with every change', async () => {
    await save({ put: [line('a'), text] });
    const before = await kept();
    expect(before.map(({ number, ...drawing }) => drawing)).toEqual([
      {
        ...line('a'),
        points: [
          { time: 1_000, price: '100.50000000' },
          { time: 61_000, price: '-0.00000001' },
        ],
      },
      { ...text, points: [{ time: 5, price: '3.00000000' }] },
    ]);
    await save({ put: [line('a', '7')] });
    const after = await kept();
    expect(after.map(({ id }) => id)).toEqual(['t', 'a']);
    expect(after[1]?.points[0]?.price).toBe('7.00000000');
    expect(after[1]?.number).toBeGreaterThan(before[1]?.number ?? 0);
    expect(after[0]?.number).toBe(before[1]?.number);
  });

  test('two devices that change at once both keep their changes; of one drawing the later', async () => {
    await save({ put: [line('both')] });
    const answers = await Promise.all([
      save({ put: [line('one'), line('both', '1')] }),
      save({ put: [line('two'), line('both', '2')] }),
    ]);
    expect(answers.map(({ type }) => type)).toEqual(['ok', 'ok']);
    const drawings = await kept();
    expect(drawings.map(({ id }) => id).sort()).toEqual(['both', 'one', 'two']);
    const last = Math.max(...drawings.map(({ number }) => number));
    expect(drawings.find(({ number }) => number === last)?.id).toBe('both');
  });

  test('a call that comes again changes nothing; what one removed and another moves later is there', async () => {
    await save({ put: [line('a'), line('b')] });
    await save({ put: [line('a', '5')], remove: ['b'] });
    await save({ put: [line('a', '5')], remove: ['b', 'unknown'] });
    expect(await idsOf()).toEqual(['a']);
    await save({ put: [line('b', '6')] });
    expect(await idsOf()).toEqual(['a', 'b']);
  });

  test('are of one user and of one market alone', async () => {
    await save({ put: [line('a')] });
    const other = await server.register();
    expect(await kept(BTC, other)).toEqual([]);
    await save({ put: [line('a', '9')], remove: ['a'] }, other);
    expect((await kept())[0]?.points[0]?.price).toBe('100.50000000');
    expect(await idsOf('ETH/USDT')).toEqual([]);
  });
});

describe('bounds', () => {
  test('of too many on a market those that changed longest ago give way', async () => {
    const names = Array.from({ length: DRAWINGS_MAX + 2 }, (_, at) => `d${at}`);
    for (let at = 0; at < names.length; at += DRAWINGS_AT_ONCE_MAX)
      await save({ put: names.slice(at, at + DRAWINGS_AT_ONCE_MAX).map((id) => line(id)) });
    expect(await idsOf()).toEqual(names.slice(2));
    await save({ put: [line('d2', '8'), line('more')] });
    expect(await idsOf()).toEqual([...names.slice(4), 'd2', 'more']);
  });

  test('of too many on all markets too', async () => {
    const { database, terms } = server.context;
    const { userId } = user;
    const put = (symbol: string, ids: readonly string[]) => {
      const drawings = ids.map((drawingId) => ({
        ...{ drawingId, tool: 'ray' as const, words: undefined },
        points: [{ timeMs: 0, levelE8: 0n }],
      }));
      const place = { userId, marketId: terms.askedMarket(symbol).marketId };
      const bounds = { ofMarket: 3, ofUser: 4 };
      return changeDrawings(database, place, { put: drawings, remove: [] }, bounds);
    };
    await put(BTC, ['a', 'b', 'c']);
    await put('ETH/USDT', ['d', 'e']);
    expect(await idsOf()).toEqual(['b', 'c']);
    await put('ETH/USDT', ['f', 'g']);
    expect(await idsOf()).toEqual(['c']);
    expect(await idsOf('ETH/USDT')).toEqual(['e', 'f', 'g']);
  });

  test.each([
    { put: [{ ...line('a'), tool: 'brush' }] },
    { put: [{ ...line('a'), points: [] }] },
    { put: [{ ...line('a'), points: [{ time: 1, price: '1' }] }] },
    { put: [{ ...line('a'), tool: 'ray' }] },
    { put: [{ ...line('a'), text: 'words' }] },
    { put: [{ ...text, text: '' }] },
    { put: [{ ...text, text: 'x'.repeat(61) }] },
    { put: [{ ...text, text: 'a\u0000b' }] },
    { put: [{ ...text, text: undefined }] },
    { put: [{ ...line('a'), id: 'a b' }] },
    { put: [{ ...line('a'), id: 'x'.repeat(37) }] },
    { put: [{ ...line('a'), colour: 'red' }] },
    { put: [{ ...text, points: [{ time: 1.5, price: '1' }] }] },
    { put: [{ ...text, points: [{ time: 1, price: 1 }] }] },
    { put: [{ ...text, points: [{ time: 1, price: '1e5' }] }] },
    { put: [{ ...text, points: [{ time: 1, price: '12345678901' }] }] },
    { put: [{ ...text, points: [{ time: 1, price: '0.123456789' }] }] },
    { put: Array.from({ length: DRAWINGS_AT_ONCE_MAX + 1 }, (_, at) => line(`d${at}`)) },
    { remove: Array.from({ length: DRAWINGS_MAX + 1 }, (_, at) => `d${at}`) },
    { remove: [7] },
    { symbol: 'none' },
  ])('nothing else is taken: %j', async (request) => {
    expect((await save(request)).error).toBe('validation_failed');
    expect(await kept()).toEqual([]);
  });

  test('a market that is none has none', async () => {
    expect((await save({ symbol: 'NONE/USDT', put: [line('a')] })).error).toBe('not_found');
  });

  test('the most that fits one call is no larger than a body may be', async () => {
    const longest = {
      tool: 'segment' as const,
      points: [1, 2].map(() => ({ time: Number.MAX_SAFE_INTEGER, price: '-1234567890.12345678' })),
    };
    const ids = (letter: string, length: number) =>
      Array.from({ length }, (_, at) => `${at}${letter.repeat(36)}`.slice(0, 36));
    const put = ids('p', DRAWINGS_AT_ONCE_MAX).map((id) => ({ ...longest, id }));
    const saved = await save({ put, remove: ids('r', DRAWINGS_MAX) });
    expect(saved.type).toBe('ok');
    const wide = { tool: 'text' as const, text: '𝔸'.repeat(30), points: [longest.points[0]] };
    const texts = ids('t', DRAWINGS_AT_ONCE_MAX).map((id) => ({ ...wide, id }));
    expect((await save({ put: texts })).type).toBe('ok');
  });
});
