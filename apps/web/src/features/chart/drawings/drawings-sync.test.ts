// @vitest-environment jsdom
/** Two devices and a server, told in stories: what either drew, moved or removed is kept. */
import type { KeptDrawing, SentDrawing } from '@fairlead/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { user } from '../../../../test/user.ts';
import { endSession, startSession } from '../../../data/account/session.ts';
import {
  clearDrawings,
  type Drawing,
  drawingStore,
  keepDrawing,
  removeDrawing,
  undoDrawing,
} from './drawings.ts';
import {
  changedMarkets,
  changesOf,
  leaveToOwner,
  mergeAnswer,
  syncDrawings,
} from './drawings-sync.ts';

const BTC = 'BTC/USDT';
const ray = (id: string, price = 1): Drawing => ({
  id,
  tool: 'ray',
  points: [{ timeMs: 0, price }],
});
const sentRay = (id: string, price: string): SentDrawing => ({
  ...{ id, tool: 'ray' },
  points: [{ time: 0, price }],
});

/** The server's list of the account, and how it numbers. */
let kept: KeptDrawing[] = [];
let lastNumber = 0;
let calls: string[] = [];

function save({ put, remove }: { put: SentDrawing[]; remove: string[] }): void {
  const gone = new Set([...remove, ...put.map(({ id }) => id)]);
  kept = kept.filter(({ id }) => !gone.has(id));
  for (const drawing of put) {
    lastNumber += 1;
    kept.push({ ...drawing, number: lastNumber });
  }
}

beforeEach(() => {
  kept = [];
  lastNumber = 0;
  calls = [];
  localStorage.clear();
  drawingStore.setState(drawingStore.getInitialState(), true);
  startSession({ token: 't', user: { ...user, id: 1 } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(url);
    if (url.endsWith('save')) save(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ type: 'ok', code: 1, message: { drawings: kept } }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  drawingStore.setState(drawingStore.getInitialState(), true);
});

const shown = () => drawingStore.getState().bySymbol[BTC] ?? [];
const ids = () => shown().map(({ id }) => id);
const priceOf = (id: string) => shown().find((one) => one.id === id)?.points[0]?.price;
const keptPrice = (id: string) => kept.find((one) => one.id === id)?.points[0]?.price;
const sync = () => syncDrawings(BTC, 1);

test('what is drawn here is told once, and comes back as it was', async () => {
  keepDrawing(BTC, ray('a', 64_000.123_456_789_1));
  await sync();
  expect(keptPrice('a')).toBe('64000.12345679');
  expect(shown()).toEqual([{ ...ray('a', 64_000.123_456_79), number: 1 }]);
  expect(changedMarkets()).toEqual([]);
  await sync();
  expect(calls.filter((url) => url.endsWith('save'))).toHaveLength(1);
});

test('two devices that change at once both keep their changes', async () => {
  for (const id of ['a', 'b', 'c']) keepDrawing(BTC, ray(id));
  await sync();
  // Another device moves one, removes one and draws one; this one moves another and draws one.
  save({ put: [sentRay('a', '7'), sentRay('theirs', '9')], remove: ['b'] });
  keepDrawing(BTC, ray('c', 5));
  keepDrawing(BTC, ray('mine', 6));
  await sync();
  expect(ids().sort()).toEqual(['a', 'c', 'mine', 'theirs']);
  expect([priceOf('a'), priceOf('c')]).toEqual([7, 5]);
  expect(kept.map(({ id }) => id).sort()).toEqual(['a', 'c', 'mine', 'theirs']);
  // What they changed is not taken back by an undo here.
  undoDrawing(BTC);
  expect(ids()).toHaveLength(4);
});

test('of one drawing the later change is there, also of one that another removed', async () => {
  keepDrawing(BTC, ray('a'));
  await sync();
  save({ put: [sentRay('a', '7')], remove: [] });
  keepDrawing(BTC, ray('a', 8));
  await sync();
  expect([keptPrice('a'), priceOf('a')]).toEqual(['8.00000000', 8]);
  save({ put: [], remove: ['a'] });
  keepDrawing(BTC, ray('a', 9));
  await sync();
  expect([keptPrice('a'), priceOf('a')]).toEqual(['9.00000000', 9]);
});

test('removing, clearing and taking that back are told too', async () => {
  for (const id of ['a', 'b']) keepDrawing(BTC, ray(id));
  await sync();
  removeDrawing(BTC, 'a');
  await sync();
  expect(kept.map(({ id }) => id)).toEqual(['b']);
  undoDrawing(BTC);
  await sync();
  expect(kept.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  clearDrawings(BTC);
  await drawingStore.persist.rehydrate();
  expect(changedMarkets()).toEqual([BTC]);
  await sync();
  expect(kept).toEqual([]);
});

test('a move that is taken back after it was told is told again', async () => {
  keepDrawing(BTC, ray('a', 1));
  await sync();
  keepDrawing(BTC, ray('a', 2));
  await sync();
  undoDrawing(BTC);
  await sync();
  expect([keptPrice('a'), priceOf('a')]).toEqual(['1.00000000', 1]);
});

test('many are told in several calls', async () => {
  for (let at = 0; at < 95; at += 1) keepDrawing(BTC, ray(`d${at}`));
  await sync();
  expect(calls.filter((url) => url.endsWith('save'))).toHaveLength(3);
  expect(kept).toHaveLength(95);
  expect(changedMarkets()).toEqual([]);
});

test('without a network nothing is forgotten, and it is told later', async () => {
  const online = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  keepDrawing(BTC, ray('a'));
  await expect(sync()).rejects.toThrow();
  expect(ids()).toEqual(['a']);
  expect(changedMarkets()).toEqual([BTC]);
  vi.stubGlobal('fetch', online);
  await sync();
  expect(kept.map(({ id }) => id)).toEqual(['a']);
});

test("what is changed while the answer is on its way is kept, and what the server refuses is no one's", () => {
  const sent = [ray('a'), ray('b'), ray('c')];
  const now = [ray('a', 5), ray('b'), ray('d')];
  const answer = [ray('x'), ray('a'), ray('b'), ray('c')].map((one, at) => ({
    ...one,
    number: at,
  }));
  const merged = mergeAnswer(answer, { sent, now });
  expect(merged.map(({ id, points }) => [id, points[0]?.price])).toEqual([
    ['x', 1],
    ['b', 1],
    ['a', 5],
    ['d', 1],
  ]);
  const far = ray('far', 1e12);
  expect(changesOf([far], undefined).put).toEqual([]);
  expect(mergeAnswer([], { sent: [far], now: [far] })).toEqual([far]);
});

/** As the chart does it: first the user, then what is drawn. */
function comes(id: number | undefined): void {
  if (id === undefined) endSession();
  else startSession({ token: `t${id}`, user: { ...user, id } });
  leaveToOwner(id);
}

test("one user's drawings do not become another's on the same device; a guest's are taken along", async () => {
  keepDrawing(BTC, ray('guest'));
  await sync();
  expect(kept.map(({ id }) => id)).toEqual(['guest']);
  kept = [];
  comes(undefined);
  expect(ids()).toEqual([]);
  comes(2);
  await syncDrawings(BTC, 2);
  expect(kept).toEqual([]);
});

test('what the server had not heard of one user is neither seen nor sent by another, and waits for them', async () => {
  const online = globalThis.fetch;
  comes(1);
  keepDrawing(BTC, ray('told'));
  keepDrawing(BTC, ray('moved'));
  await sync();
  const [ofFirst, ofSecond]: [KeptDrawing[], KeptDrawing[]] = [kept, []];
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  keepDrawing(BTC, ray('moved', 5));
  keepDrawing(BTC, ray('new'));
  keepDrawing('ETH/USDT', ray('elsewhere'));
  await expect(sync()).rejects.toThrow();
  comes(undefined);
  expect([ids(), changedMarkets()]).toEqual([[], []]);
  keepDrawing(BTC, ray('guest'));
  await drawingStore.persist.rehydrate();
  vi.stubGlobal('fetch', online);
  kept = ofSecond;
  comes(2);
  expect(changedMarkets()).toEqual([BTC]);
  await syncDrawings(BTC, 2);
  expect(kept.map(({ id }) => id)).toEqual(['guest']);
  kept = ofFirst;
  comes(1);
  expect(ids().sort()).toEqual(['moved', 'new']);
  await sync();
  await syncDrawings('ETH/USDT', 1);
  expect(kept.map(({ id }) => id).sort()).toEqual(['elsewhere', 'moved', 'new', 'told']);
  expect(keptPrice('moved')).toBe('5.00000000');
  expect(drawingStore.getState().aside).toEqual([]);
});

test('a login without a chart in between changes nothing of it', async () => {
  comes(1);
  keepDrawing(BTC, ray('mine'));
  endSession();
  startSession({ token: 'u', user: { ...user, id: 2 } });
  await drawingStore.persist.rehydrate();
  await syncDrawings(BTC, 2);
  expect([kept, ids()]).toEqual([[], []]);
});

test('what waits for its turn when its user goes is not told in the name of who came', async () => {
  comes(1);
  keepDrawing(BTC, ray('mine'));
  comes(2);
  await sync();
  expect([kept, ids(), calls]).toEqual([[], [], []]);
});

test('an answer that comes after its user has gone is not shown', async () => {
  kept = [{ ...sentRay('a', '1'), number: 1 }];
  const answered = sync();
  endSession();
  await answered;
  expect(ids()).toEqual([]);
});

test('a market that gives way to others is not taken for emptied', async () => {
  keepDrawing(BTC, ray('a'));
  await sync();
  for (let at = 0; at < 60; at += 1) keepDrawing(`C${at}/USDT`, ray('other'));
  expect(shown()).toEqual([]);
  await sync();
  expect(ids()).toEqual(['a']);
});
