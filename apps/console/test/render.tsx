/** The console, or one page of it, in jsdom: a server of answers by "METHOD path". */
import { act, cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { vi } from 'vitest';
import { settingsStore } from '../src/app/theme.ts';
import { ConsoleCalls } from '../src/data/ConsoleCalls.tsx';
import { queryClient } from '../src/data/query.ts';
import { endSession, startSession } from '../src/data/session.ts';
import { forgetServerTime } from '../src/data/use-config.ts';

// Pages, sheets and articles load their code when first used, which a busy machine takes its time for.
configure({ asyncUtilTimeout: 10_000 });

// jsdom draws by one interval for all that wait; begun while a test had faked intervals, it never ticks again, in no file to come.
const { setTimeout: later, clearTimeout: notLater } = globalThis;
const FRAME_MS = 16;
globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), FRAME_MS));
globalThis.cancelAnimationFrame = (frame) => notLater(frame);

/** What the server answers to a call: DATA, or a whole failure. */
type Answer = (request: URLSearchParams, headers: Headers) => unknown;

interface Refusal {
  readonly status: number;
  readonly envelope: object;
}

export const refuse = (error: string, message: string, status = 400): Refusal => ({
  status,
  envelope: { type: 'error', code: 0, error, message },
});
export const notLoggedIn = (): Refusal => ({
  status: 401,
  envelope: { type: '999', code: 999, error: 'not_logged_in', message: 'Please log in' },
});

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'envelope' in value;

/** One page of a list, as the server gives it. */
export const pageOf = <Item,>(
  list: readonly Item[],
  page = 1,
  limit = 50,
  total = list.length,
) => ({
  list,
  page,
  limit,
  total,
});

export interface Call {
  /** "METHOD path". */
  readonly name: string;
  readonly request: Readonly<Record<string, string>>;
  /** Of a call that takes JSON: what it was sent. */
  readonly json: unknown;
  readonly token: string | null;
}

/** Calls that were made, in order. */
const calls: Call[] = [];
export const callsOf = (name: string): readonly Call[] =>
  calls.filter((call) => call.name === name);

/** Answers every call from `answers`; others are not found. 'offline' breaks the connection. */
export function serve(answers: Readonly<Record<string, Answer | 'offline'>>): void {
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://console.test');
    const method = init.method ?? 'GET';
    const name = `${method} ${pathname.replace(/^\/api\//, '')}`;
    const request = method === 'GET' ? searchParams : new URLSearchParams(String(init.body));
    const headers = new Headers(init.headers);
    const token = headers.get('authorization');
    const json = isJson(headers) ? JSON.parse(String(init.body)) : undefined;
    calls.push({ name, request: Object.fromEntries(request), json, token });
    const answer = answers[name];
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const data = (await answer?.(request, headers)) ?? refuse('not_found', 'Not found', 404);
    if (data instanceof Response) return data;
    const body = isRefusal(data) ? data.envelope : { type: 'ok', code: 1, message: data };
    return new Response(JSON.stringify(body), { status: isRefusal(data) ? data.status : 200 });
  });
}

const isJson = (headers: Headers): boolean => headers.get('content-type') === 'application/json';

const never = (): void => undefined;

/** jsdom lacks these. `isPhone` answers the console's one question about width. */
export function stubBrowser({ isPhone = false } = {}): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query.includes('max-width'),
    media: query,
    addEventListener: never,
    removeEventListener: never,
  }));
  vi.stubGlobal('scrollTo', never);
}

/** Renders at an address, logged in unless told: `renderAt('/deposits', <Page />)`. */
export async function renderAt(
  path: string,
  element: ReactNode,
  { isPhone = false, isLoggedIn = true } = {},
) {
  stubBrowser({ isPhone });
  window.history.replaceState(null, '', `#${path}`);
  if (isLoggedIn) startSession('operator-token');
  const view = render(
    <ConsoleCalls>
      <HashRouter>{element}</HashRouter>
    </ConsoleCalls>,
  );
  await act(async () => undefined);
  return view;
}

/** A whole name in which any space may be one that does not break. */
export const named = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}$`);

/** The path and query that the address now shows. */
export const address = (): string => window.location.hash.slice(1);

/** Leaves nothing of a test to the next one; setup.ts calls it after each. */
export function tidy(): void {
  // First: a timer that began before a test faked them is cleared by the real clock only, or fires in the next file.
  vi.useRealTimers();
  cleanup();
  queryClient.clear();
  forgetServerTime();
  endSession();
  settingsStore.setState(settingsStore.getInitialState(), true);
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
}
