/** What a person drew on the charts: by market, on this device. A drawing is placed by time and price, so it stays there in every period. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const TOOLS = ['segment', 'horizontal', 'ray', 'rectangle', 'fibonacci', 'text'] as const;
export type Tool = (typeof TOOLS)[number];

/** How many points each is placed by. */
export const TOOL_POINTS: Readonly<Record<Tool, 1 | 2>> = {
  segment: 2,
  horizontal: 1,
  ray: 1,
  rectangle: 2,
  fibonacci: 2,
  text: 1,
};

export interface DrawingPoint {
  readonly timeMs: number;
  /** In the quote currency; only drawn, never counted with. */
  readonly price: number;
}

export interface Drawing {
  /** One's own, unique in its market. */
  readonly id: string;
  readonly tool: Tool;
  readonly points: readonly DrawingPoint[];
  /** Of the tool `text`. */
  readonly text?: string;
}

export const DRAWINGS_MAX = 100;
export const TEXT_MAX = 60;
const MARKETS_MAX = 50;
const UNDO_MAX = 50;

type BySymbol = Readonly<Record<string, readonly Drawing[]>>;
export interface Drawings {
  readonly bySymbol: BySymbol;
  /** What each market's drawings were before each change, newest last; not kept over a reload. */
  readonly past: Readonly<Record<string, readonly (readonly Drawing[])[]>>;
}

const isPoint = (value: unknown): value is DrawingPoint => {
  const { timeMs, price } = (value ?? {}) as Partial<Record<keyof DrawingPoint, unknown>>;
  return Number.isFinite(timeMs) && Number.isFinite(price);
};

/** A stored drawing, if it is one: an older version, or a hand, may have written anything. */
function readDrawing(value: unknown): Drawing | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Partial<Record<keyof Drawing, unknown>>;
  const tool = TOOLS.find((one) => one === given.tool);
  const { id, points, text } = given;
  if (tool === undefined || typeof id !== 'string' || !Array.isArray(points)) return undefined;
  if (points.length !== TOOL_POINTS[tool] || !points.every(isPoint)) return undefined;
  const placed = { id, tool, points: points.map(({ timeMs, price }) => ({ timeMs, price })) };
  if (tool !== 'text') return placed;
  return typeof text === 'string' && text !== ''
    ? { ...placed, text: text.slice(0, TEXT_MAX) }
    : undefined;
}

export function readDrawings(stored: unknown): Drawings {
  const { bySymbol } = (stored ?? {}) as Partial<Record<keyof Drawings, unknown>>;
  if (typeof bySymbol !== 'object' || bySymbol === null) return { bySymbol: {}, past: {} };
  const kept = Object.entries(bySymbol)
    .map(([symbol, list]: readonly [string, unknown]) => {
      const read = Array.isArray(list) ? list.flatMap((one) => readDrawing(one) ?? []) : [];
      return [symbol, read.slice(0, DRAWINGS_MAX)] as const;
    })
    .filter(([, list]) => list.length > 0);
  return { bySymbol: Object.fromEntries(kept.slice(-MARKETS_MAX)), past: {} };
}

const KEY = 'drawings';

export const drawingStore = create<Drawings>()(
  persist<Drawings, [], [], Pick<Drawings, 'bySymbol'>>(() => readDrawings(undefined), {
    name: KEY,
    version: 1,
    partialize: ({ bySymbol }) => ({ bySymbol }),
    merge: (stored) => readDrawings(stored),
  }),
);

// What another tab drew is read before this one writes all of it anew. Its last changes cannot be taken back here.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === KEY) void drawingStore.persist.rehydrate();
});

const NONE: readonly Drawing[] = [];
const listOf = (symbol: string): readonly Drawing[] =>
  drawingStore.getState().bySymbol[symbol] ?? NONE;

export const useDrawings = (symbol: string): readonly Drawing[] =>
  drawingStore(({ bySymbol }) => bySymbol[symbol] ?? NONE);
export const useCanUndo = (symbol: string): boolean =>
  drawingStore(({ past }) => (past[symbol]?.length ?? 0) > 0);

/** Another list of a market, which then is the newest of them. */
function put(symbol: string, list: readonly Drawing[]): void {
  drawingStore.setState(({ bySymbol: { [symbol]: before = NONE, ...others }, past }) => ({
    bySymbol: Object.fromEntries(
      [...Object.entries(others), [symbol, list] as const].slice(-MARKETS_MAX),
    ),
    past: { ...past, [symbol]: [...(past[symbol] ?? []), before].slice(-UNDO_MAX) },
  }));
}

export const isFull = (symbol: string): boolean => listOf(symbol).length >= DRAWINGS_MAX;

/** Adds a drawing, or moves the one of that id. One too many is not added. */
export function keepDrawing(symbol: string, drawing: Drawing): void {
  const list = listOf(symbol);
  const isKnown = list.some(({ id }) => id === drawing.id);
  if (isKnown)
    put(
      symbol,
      list.map((one) => (one.id === drawing.id ? drawing : one)),
    );
  else if (list.length < DRAWINGS_MAX) put(symbol, [...list, drawing]);
}

export const removeDrawing = (symbol: string, id: string): void =>
  put(
    symbol,
    listOf(symbol).filter((one) => one.id !== id),
  );

export const clearDrawings = (symbol: string): void => put(symbol, NONE);

/** Takes the last change back. */
export function undoDrawing(symbol: string): void {
  drawingStore.setState(({ bySymbol, past }) => {
    const before = past[symbol]?.at(-1);
    if (before === undefined) return {};
    return {
      bySymbol: { ...bySymbol, [symbol]: before },
      past: { ...past, [symbol]: past[symbol]?.slice(0, -1) ?? [] },
    };
  });
}
