/**
 * The app without a network: its shell and whatever was visited come from a cache, calls never do. A new
 * version is fetched beside the running one and waits until a person lets it in (docs/internals/app.md).
 */
import { answerKind, type Build } from './answers.ts';
import { Kept } from './kept.ts';
import './push.ts';
import { type InstallEvent, worker, workerBrand } from './scope.ts';

/** Written in by the build. */
declare const BUILD: Build;

// Read once: each mention of BUILD is a copy of the whole list.
const app = BUILD;
const { scope } = worker.registration;
// Another brand is another version: the running one keeps what it has until a person lets the new one in.
const kept = new Kept({ ...app, version: `${app.version}-${workerBrand.version}` }, scope);

/** Calls do not even wake the worker, where the browser can be told. */
async function passBy(event: InstallEvent): Promise<void> {
  const { pathname } = new URL(scope);
  const rules = ['api/*', 'socket.io/*', 'console/*', 'health/*'].map((path) => ({
    condition: { urlPattern: { pathname: `${pathname}${path}` } },
    source: 'network',
  }));
  await event.addRoutes?.(rules).catch(() => undefined);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([kept.fill(), passBy(event)]));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(kept.prune().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = answerKind(request, scope, app.shell);
  if (kind === undefined) return;
  if (kind === 'shell') event.respondWith(kept.shell(request));
  else if (kind === 'page') {
    event.respondWith(kept.page());
    // Whatever was cleared meanwhile comes back, if there is a network.
    event.waitUntil(kept.fill().catch(() => undefined));
  } else {
    event.respondWith(kept.hashed(request));
    event.waitUntil(kept.remember([request.url]));
  }
});

worker.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take-over') event.waitUntil(worker.skipWaiting());
  // What the page loaded before there was a worker.
  if (Array.isArray(data))
    event.waitUntil(
      kept
        .remember(data.filter((address) => typeof address === 'string'))
        .then(() => kept.fill())
        .catch(() => undefined),
    );
});
