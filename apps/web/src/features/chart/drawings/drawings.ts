/**
 * What a person drew on the charts: by market, on this device, with what the server was heard to hold of it
 * (`drawings-sync.ts`). A drawing is placed by time and price, so it stays there in every period.
 */
import {
  DRAWING_POINTS,
  DRAWING_TEXT_MAX,
  DRAWING_TOOLS,
  DRAWINGS_MAX,
  type DrawingTool,
} from '@fairlead/contract/constants';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const TOOLS = DRAWING_TOOLS;
export type Tool = DrawingTool;

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
  /** Of its last change at the server, as it was heard; one that was changed here since has none, or an older one. */
  readonly number?: number;
}

/** What the server held of a market when it last answered: the number of each drawing. */
export interface Heard {
  readonly userId: number;
  readonly numbers: Readonly<Record<string, number>>;
}

/** What somebody drew and the server had not heard when they left. */
export interface Aside {
  readonly userId: number;
  readonly bySymbol: BySymbol;
}

const MARKETS_MAX = 50;
/** Users of one device that something is kept for. */
export const ASIDE_MAX = 5;
const UNDO_MAX = 50;

export type BySymbol = Readonly<Record<string, readonly Drawing[]>>;
export interface Drawings {
  readonly bySymbol: BySymbol;
  readonly heard: Readonly<Record<string, Heard>>;
  /** Whose all of it is; undefined where nobody was logged in. */
  readonly owner: number | undefined;
  /** Of others, until they are back; who left last is last. */
  readonly aside: readonly Aside[];
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
  const { id, points, text, number } = given;
  if (tool === undefined || typeof id !== 'string' || !Array.isArray(points)) return undefined;
  if (points.length !== DRAWING_POINTS[tool] || !points.every(isPoint)) return undefined;
  const placed = {
    ...{ id, tool },
    points: points.map(({ timeMs, price }) => ({ timeMs, price })),
    ...(typeof number === 'number' ? { number } : {}),
  };
  if (tool !== 'text') return placed;
  return typeof text === 'string' && text !== ''
    ? { ...placed, text: text.slice(0, DRAWING_TEXT_MAX) }
    : undefined;
}

function readHeard(value: unknown): Heard | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { userId, numbers } = value as Partial<Record<keyof Heard, unknown>>;
  if (typeof userId !== 'number' || typeof numbers !== 'object' || numbers === null)
    return undefined;
  const known = Object.entries(numbers).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return { userId, numbers: Object.fromEntries(known) };
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function readLists(value: unknown): readonly (readonly [string, readonly Drawing[]])[] {
  return entriesOf(value).map(([symbol, list]) => {
    const read = Array.isArray(list) ? list.flatMap((one) => readDrawing(one) ?? []) : [];
    return [symbol, read.slice(0, DRAWINGS_MAX)] as const;
  });
}

function readAside(value: unknown): readonly Aside[] {
  if (!Array.isArray(value)) return [];
  const read = value.flatMap((one: Partial<Record<keyof Aside, unknown>> | null) => {
    const kept = readLists(one?.bySymbol).filter(([, list]) => list.length > 0);
    return typeof one?.userId === 'number' && kept.length > 0
      ? [{ userId: one.userId, bySymbol: Object.fromEntries(kept) }]
      : [];
  });
  return read.slice(-ASIDE_MAX);
}

export function readDrawings(stored: unknown): Drawings {
  const given = (stored ?? {}) as Partial<Record<keyof Drawings, unknown>>;
  const heard = Object.fromEntries(
    entriesOf(given.heard).flatMap(([symbol, value]) => {
      const read = readHeard(value);
      return read === undefined ? [] : [[symbol, read] as const];
    }),
  );
  const kept = readLists(given.bySymbol)
    // That all of them were deleted here may be what the server has yet to hear.
    .filter(([symbol, list]) => list.length > 0 || heard[symbol] !== undefined);
  const shown = bounded(Object.fromEntries(kept), heard);
  // An older version noted nobody, but whose account it had heard.
  const known = Object.values(shown.heard)[0]?.userId;
  return {
    ...shown,
    owner: typeof given.owner === 'number' ? given.owner : known,
    aside: readAside(given.aside),
    past: {},
  };
}

/** The markets that changed last; what was heard of others is forgotten with them, lest it be taken for deleted. */
function bounded(
  bySymbol: BySymbol,
  heard: Drawings['heard'],
): Pick<Drawings, 'bySymbol' | 'heard'> {
  const kept = Object.fromEntries(Object.entries(bySymbol).slice(-MARKETS_MAX));
  const known = Object.entries(heard).filter(([symbol]) => symbol in kept);
  return { bySymbol: kept, heard: Object.fromEntries(known) };
}

const KEY = 'drawings';

export const drawingStore = create<Drawings>()(
  persist<Drawings, [], [], Omit<Drawings, 'past'>>(() => readDrawings(undefined), {
    name: KEY,
    version: 1,
    partialize: ({ past: _, ...kept }) => kept,
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
  drawingStore.setState(({ bySymbol: { [symbol]: before = NONE, ...others }, heard, past }) => ({
    ...bounded({ ...others, [symbol]: list }, heard),
    past: { ...past, [symbol]: [...(past[symbol] ?? []), before].slice(-UNDO_MAX) },
  }));
}

export const isFull = (symbol: string): boolean => listOf(symbol).length >= DRAWINGS_MAX;

/** Of a price: as many as the server keeps. */
export const LEVEL_DECIMALS = 8;

/** As the server gives it back, so that what was sent and what is heard are one drawing. */
const rounded = ({ number, ...drawing }: Drawing): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ timeMs, price }) => ({
    timeMs: Math.round(timeMs),
    price: Number(price.toFixed(LEVEL_DECIMALS)),
  })),
});

/** Adds a drawing, or moves the one of that id. One too many is not added. */
export function keepDrawing(symbol: string, changed: Drawing): void {
  const list = listOf(symbol);
  const drawing = rounded(changed);
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
