/** The app, or one page of it, in jsdom: English texts, a server of answers by "METHOD path". */
import { act, cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { vi } from 'vitest';
import { endSession } from '../src/data/account/session.ts';
import { settingsStore } from '../src/data/account/settings.ts';
import { AppCalls } from '../src/data/calls/AppCalls.tsx';
import { queryClient } from '../src/data/calls/query.ts';
import { forgetServerTime } from '../src/data/live/server-clock.ts';
import { forgetQuotations } from '../src/data/markets/quotations.ts';
import { noteHeads } from '../src/data/seen-heads.ts';
import { switchLanguage } from '../src/i18n/language.ts';
import { loadMessages } from '../src/i18n/messages.ts';

// Pages, sheets and checks load their code when first used, which a busy machine takes its time for.
configure({ asyncUtilTimeout: 10_000 });

const messages = await loadMessages('en');

/** What the server answers to a call: DATA, or a whole failure. */
type Answer = (request: URLSearchParams, headers: Headers) => unknown;

export interface Refusal {
  readonly status: number;
  readonly envelope: object;
  /** The header of that name, in seconds. */
  readonly retryAfterS?: number;
}

export const refuse = (error: string, message: string, status = 400): Refusal => ({
  status,
  envelope: { type: 'error', code: 0, error, message },
});
export const notLoggedIn = (message = 'Please log in'): Refusal => ({
  status: 401,
  envelope: { type: '999', code: 999, error: 'not_logged_in', message },
});

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'envelope' in value;

/** Calls that were made, as "METHOD path". */
export const calls: string[] = [];

/** Answers every call of the app from `answers`; others are not found. 'offline' breaks the connection. */
export function serve(answers: Readonly<Record<string, Answer | 'offline'>>): void {
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://app.test');
    const name = `${init.method ?? 'GET'} ${pathname.replace(/^\/api\//, '')}`;
    calls.push(name);
    const answer = answers[name];
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const request = init.method === 'GET' ? searchParams : new URLSearchParams(String(init.body));
    const data =
      answer?.(request, new Headers(init.headers)) ?? refuse('not_found', 'Not found', 404);
    const body = isRefusal(data) ? data.envelope : { type: 'ok', code: 1, message: data };
    const { status = 200, retryAfterS } = isRefusal(data) ? data : {};
    return new Response(JSON.stringify(body), {
      status,
      headers: retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
    });
  });
}

const never = (): void => undefined;

/** A phone's. */
const WIDTH = 390;

/** jsdom lacks these; the app asks for them. */
function stubBrowser(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity) <= width,
    media: query,
    addEventListener: never,
    removeEventListener: never,
  }));
  vi.stubGlobal('scrollTo', never);
}

/** Renders at an address: `renderAt('/pages/trade/index', <Page />)`; on a phone unless a width is given. */
export async function renderAt(path: string, element: ReactNode, width = WIDTH) {
  stubBrowser(width);
  window.history.replaceState(null, '', `#${path}`);
  await switchLanguage('en');
  const view = render(
    <IntlProvider locale="en" messages={messages}>
      <AppCalls>
        <HashRouter>{element}</HashRouter>
      </AppCalls>
    </IntlProvider>,
  );
  await act(async () => undefined);
  return view;
}

/** The path and query that the address now shows. */
export const address = (): string => window.location.hash.slice(1);

/** Leaves nothing of a test to the next one; setup.ts calls it after each. */
export function tidy(): void {
  // First: a timer that began before a test faked them is cleared by the real clock only, or fires in the next file.
  vi.useRealTimers();
  cleanup();
  queryClient.clear();
  forgetQuotations();
  forgetServerTime();
  endSession();
  settingsStore.setState(settingsStore.getInitialState(), true);
  window.localStorage.clear();
  // The alarm about rewritten receipts goes out when a head is noted that breaks with none.
  noteHeads([{ count: 1, hash: '' }]);
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
}
