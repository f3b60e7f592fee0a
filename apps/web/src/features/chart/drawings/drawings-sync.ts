/**
 * Drawings of all of a user's devices. What is on this device is shown at once and is the truth; the server hears what was
 * drawn, moved and removed since it was last heard, drawing by drawing, and numbers each change: of one that two devices
 * moved, the one that came later is there. Without a network it waits.
 */
import type { KeptDrawing, SentDrawing } from '@fairlead/contract';
import { DRAWINGS_AT_ONCE_MAX, DRAWINGS_MAX } from '@fairlead/contract/constants';
import { sessionUser } from '../../../data/account/session.ts';
import { callApi } from '../../../data/calls/api.ts';
import { type Drawing, drawingStore, type Heard, LEVEL_DECIMALS } from './drawings.ts';

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

/** What the account of somebody else holds is not shown to who came after; what nobody has heard of is taken along. */
export function leaveToOwner(userId: number | undefined): void {
  const { bySymbol, heard } = drawingStore.getState();
  const others = Object.entries(heard).filter(([, one]) => one.userId !== userId);
  if (others.length === 0) return;
  const left = others.map(([symbol, { numbers }]) => {
    const list = bySymbol[symbol] ?? [];
    return [symbol, list.filter(({ id }) => numbers[id] === undefined)] as const;
  });
  const own = Object.entries(heard).filter(([, one]) => one.userId === userId);
  drawingStore.setState({
    bySymbol: { ...bySymbol, ...Object.fromEntries(left) },
    heard: Object.fromEntries(own),
    past: {},
  });
}

/** Tells what changed here of a market and takes over what changed elsewhere. Rejects where the server does not answer. */
export async function syncDrawings(symbol: string, userId: number): Promise<void> {
  leaveToOwner(userId);
  const sent = listOf(symbol);
  const { put, remove } = changesOf(sent, drawingStore.getState().heard[symbol]);
  let { drawings } =
    put.length + remove.length === 0
      ? await callApi('drawings', { symbol })
      : await save(symbol, put.slice(0, DRAWINGS_AT_ONCE_MAX), remove);
  for (let at = DRAWINGS_AT_ONCE_MAX; at < put.length; at += DRAWINGS_AT_ONCE_MAX)
    ({ drawings } = await save(symbol, put.slice(at, at + DRAWINGS_AT_ONCE_MAX), []));
  // Somebody else may have come meanwhile.
  if (sessionUser()?.id !== userId) return;
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
