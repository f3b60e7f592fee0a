import { leaveLostOverlays, preloadOverlays } from '@fairlead/ui';
import { createRoot } from 'react-dom/client';
import './app.css';
import { acting, followActing, takeActingParts } from '../data/account/acting.ts';
import { callApi } from '../data/calls/api.ts';
import { followSession } from '../data/calls/query.ts';
import { followNetwork } from '../data/live/connection.ts';
import { startLive } from '../data/live/live.ts';
import { prefetchConfig } from '../data/use-config.ts';
import { currentLanguage, loadTexts, startLanguage } from '../i18n/language.ts';
import { App } from './App.tsx';
import { findRoute, routes } from './routes.ts';
import { preloadPage } from './shell/page-load.ts';
import { followTheme } from './theme.ts';

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 5_000 });
  else setTimeout(task, 2_000);
};

/** The first paint waits for the page's code and the server's word on demo mode, but not for long. */
const FIRST_PAINT_WAIT_MS = 1_000;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Code that the next tap most likely needs. */
function preloadNext(): void {
  for (const entry of routes) if (entry.kind === 'tab') void preloadPage(entry);
  void preloadOverlays().catch(() => undefined);
  // A sheet of any page may say something of the account's.
  void loadTexts('account').catch(() => undefined);
  void import('../data/live/account-sync.ts')
    .then(({ startAccountSync }) => startAccountSync())
    .catch(() => undefined);
  void import('../data/seen-heads.ts')
    .then(({ checkSeenHeads }) => checkSeenHeads())
    .catch(() => undefined);
  void import('../pwa/start.tsx').then(({ startPwa }) => startPwa()).catch(() => undefined);
}

function afterFirstPaint(): void {
  // The server keeps the mark for this session's messages; without an answer the header still carries it.
  void callApi('setLang', { lang: currentLanguage() }).catch(() => undefined);
  preloadNext();
}

const loadActing = (): Promise<void> | undefined =>
  acting && import('./shell/acting-parts.ts').then(takeActingParts, () => undefined);

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no root');
  followTheme();
  followNetwork();
  followActing();
  followSession();
  const entry = findRoute(window.location.hash.replace(/^#/, '').split('?')[0] ?? '');
  const page = entry === undefined ? undefined : preloadPage(entry);
  const extras = Promise.all([page, prefetchConfig()]);
  const ownEntry = leaveLostOverlays();
  // A start without a network: what was last known stands before the first paint.
  if (!navigator.onLine)
    await import('../pwa/last-known.ts')
      .then(({ restoreLastKnown }) => restoreLastKnown())
      .catch(() => undefined);
  const painted = Promise.race([extras, wait(FIRST_PAINT_WAIT_MS)]);
  await Promise.all([startLanguage(), painted, ownEntry, loadActing()]);
  createRoot(root).render(<App />);
  startLive();
  whenIdle(afterFirstPaint);
}

void start();
