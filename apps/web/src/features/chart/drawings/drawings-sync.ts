/**
 * Drawings of all of a user's devices. What is on this device is shown at once and is the truth; the server hears what was
 * drawn, moved and removed since it was last heard, drawing by drawing, and numbers each change: of one that two devices
 * moved, the one that came later is there. Without a network it waits.
 */
import type { KeptDrawing, SentDrawing } from '@fairlead/contract';
import { DRAWINGS_AT_ONCE_MAX, DRAWINGS_MAX } from '@fairlead/contract/constants';
import { sessionUser } from '../../../data/account/session.ts';
import { callApi } from '../../../data/calls/api.ts';
import {
  ASIDE_MAX,
  type BySymbol,
  type Drawing,
  drawingStore,
  type Heard,
  LEVEL_DECIMALS,
} from './drawings.ts';

const LEVEL_MOST = 1e10;

/** What the server refuses stays on this device: far off any chart, or of a hand that wrote into the storage. */
const isSendable = ({ id, points, text = '-' }: Drawing): boolean =>
  /^[A-Za-z0-9-]{1,36}$/.test(id) &&
  /^\P{Cc}+$/u.test(text) &&
  points.every(
    ({ timeMs, price }) =>
      Number.isSafeInteger(Math.round(timeMs)) && timeMs >= 0 && Math.abs(price) < LEVEL_MOST,
  );

const toWire = ({ id, tool, points, text }: Drawing): SentDrawing => ({
  ...{ id, tool },
  points: points.map(({ timeMs, price }) => ({
    time: Math.round(timeMs),
    price: price.toFixed(LEVEL_DECIMALS),
  })),
  ...(text === undefined ? {} : { text }),
});

const fromWire = ({ id, tool, points, text, number }: KeptDrawing): Drawing => ({
  ...{ id, tool },
  points: points.map(({ time, price }) => ({ timeMs: time, price: Number(price) })),
  ...(text === undefined ? {} : { text }),
  number,
});

/** What this device has to tell: what has another number than was heard, and what was heard of and is no more. */
export function changesOf(
  local: readonly Drawing[],
  heard: Heard | undefined,
): { readonly put: readonly Drawing[]; readonly remove: readonly string[] } {
  const numbers = heard?.numbers ?? {};
  const here = new Set(local.map(({ id }) => id));
  return {
    put: local.filter((one) => isSendable(one) && (one.number ?? 0) !== numbers[one.id]),
    remove: Object.keys(numbers).filter((id) => !here.has(id)),
  };
}

const sameText = ({ number: _, ...drawing }: Drawing): string => JSON.stringify(drawing);

/** The server's answer with what was changed here while it was on its way. */
export function mergeAnswer(
  answer: readonly Drawing[],
  { sent, now }: { readonly sent: readonly Drawing[]; readonly now: readonly Drawing[] },
): readonly Drawing[] {
  const before = new Map(sent.map((one) => [one.id, sameText(one)]));
  const here = new Set(now.map(({ id }) => id));
  const own = now.filter((one) => before.get(one.id) !== sameText(one) || !isSendable(one));
  const changed = new Set(own.map(({ id }) => id));
  const kept = answer.filter(({ id }) => !changed.has(id) && (here.has(id) || !before.has(id)));
  return [...kept, ...own].slice(-DRAWINGS_MAX);
}

const listOf = (symbol: string): readonly Drawing[] =>
  drawingStore.getState().bySymbol[symbol] ?? [];

/** Takes over what the server holds. What another device changed cannot be taken back here. */
function take(
  symbol: string,
  {
    userId,
    answer,
    sent,
  }: { userId: number; answer: readonly Drawing[]; sent: readonly Drawing[] },
): void {
  const numbers = Object.fromEntries(answer.map(({ id, number = 0 }) => [id, number]));
  const now = listOf(symbol);
  const next = mergeAnswer(answer, { sent, now });
  const textOf = (list: readonly Drawing[]) => list.map(sameText).sort().join();
  const isOther = textOf(next) !== textOf(now);
  drawingStore.setState(({ bySymbol, heard, past }) => ({
    bySymbol: { ...bySymbol, [symbol]: next },
    heard: { ...heard, [symbol]: { userId, numbers } },
    past: isOther ? { ...past, [symbol]: [] } : past,
  }));
}

/** What the server has yet to hear, market by market. */
function unheard(bySymbol: BySymbol, heard: Readonly<Record<string, Heard>>): BySymbol {
  const lists = Object.entries(bySymbol).map(([symbol, list]) => {
    const numbers = heard[symbol]?.numbers ?? {};
    const own = list.filter(({ id, number }) => number === undefined || number !== numbers[id]);
    return [symbol, own] as const;
  });
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

/** Both, of one drawing as it stands in the second. */
function joined(first: BySymbol, second: BySymbol): BySymbol {
  const lists = Object.entries(first).map(([symbol, list]) => {
    const others = second[symbol] ?? [];
    const there = new Set(others.map(({ id }) => id));
    const all = [...list.filter(({ id }) => !there.has(id)), ...others];
    return [symbol, all.slice(-DRAWINGS_MAX)] as const;
  });
  return { ...second, ...Object.fromEntries(lists) };
}

/**
 * What was drawn while somebody was logged in is theirs: whoever comes after neither sees nor sends it, and what the
 * server had not heard is there again when they are back. What was drawn without a session is taken along.
 */
export function leaveToOwner(userId: number | undefined): void {
  const { bySymbol, heard, owner, aside } = drawingStore.getState();
  if (owner === userId) return;
  const left = owner === undefined ? {} : unheard(bySymbol, heard);
  const kept = aside.filter((one) => one.userId !== userId && one.userId !== owner);
  const back = aside.find((one) => one.userId === userId)?.bySymbol ?? {};
  const isLeft = owner !== undefined && Object.keys(left).length > 0;
  drawingStore.setState({
    bySymbol: joined(back, owner === undefined ? bySymbol : {}),
    heard: {},
    owner: userId,
    aside: isLeft ? [...kept, { userId: owner, bySymbol: left }].slice(-ASIDE_MAX) : kept,
    past: {},
  });
}

const isHere = (userId: number): boolean => sessionUser()?.id === userId;

/** Tells what changed here of a market and takes over what changed elsewhere. Rejects where the server does not answer. */
export async function syncDrawings(symbol: string, userId: number): Promise<void> {
  // Somebody else may have come while it waited for its turn, or for an answer: nothing is told in their name.
  if (!isHere(userId)) return;
  leaveToOwner(userId);
  const sent = listOf(symbol);
  const { put, remove } = changesOf(sent, drawingStore.getState().heard[symbol]);
  let { drawings } =
    put.length + remove.length === 0
      ? await callApi('drawings', { symbol })
      : await save(symbol, put.slice(0, DRAWINGS_AT_ONCE_MAX), remove);
  for (let at = DRAWINGS_AT_ONCE_MAX; at < put.length && isHere(userId); at += DRAWINGS_AT_ONCE_MAX)
    ({ drawings } = await save(symbol, put.slice(at, at + DRAWINGS_AT_ONCE_MAX), []));
  if (!isHere(userId)) return;
  take(symbol, { userId, answer: drawings.map(fromWire), sent });
}

const save = (symbol: string, put: readonly Drawing[], remove: readonly string[]) =>
  callApi('saveDrawings', { symbol, put: put.map(toWire), remove: remove.slice(0, DRAWINGS_MAX) });

/** Markets of which this device has something to tell. */
export function changedMarkets(): readonly string[] {
  const { bySymbol, heard } = drawingStore.getState();
  return Object.keys(bySymbol).filter((symbol) => {
    const { put, remove } = changesOf(bySymbol[symbol] ?? [], heard[symbol]);
    return put.length + remove.length > 0;
  });
}
