/** The service worker as this page sees it: registered, looked after, and let in when it is a new version. */
import { create } from 'zustand';
import { queryClient } from '../data/calls/query.ts';
import { initialUpdate, reduceUpdate, type UpdateEvent, type UpdateState } from './update-model.ts';

/** A long-lived page asks this often; a new document asks by itself. */
const CHECK_EVERY_MS = 60 * 60_000;
/** A worker that does not take over in this time is left to the next start. */
const TAKE_OVER_MS = 5_000;

export const updateStore = create<UpdateState>()(() => initialUpdate);

/** Replaced as a whole: phases have different fields. */
const send = (event: UpdateEvent): void =>
  updateStore.setState((state) => reduceUpdate(state, event), true);

/** Whether a new version waits for a tap. */
export const useIsUpdateReady = (): boolean => updateStore(({ phase }) => phase === 'ready');

const isBusy = (): boolean => queryClient.isMutating() > 0;

let registration: ServiceWorkerRegistration | undefined;

/** A worker that waits is a new version only where an older one is in control. */
function watchInstalling(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller !== null)
      send({ kind: 'found' });
  });
}

/** Asks whether there is a new version. Without a network there is no answer and no harm. */
const checkForUpdate = async (): Promise<void> => {
  await registration?.update().catch(() => undefined);
};

function checkNowAndThen(): void {
  let checkedAtMs = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < CHECK_EVERY_MS) return;
    checkedAtMs = Date.now();
    void checkForUpdate();
  };
  document.addEventListener('visibilitychange', check);
  setInterval(check, CHECK_EVERY_MS);
  // A chunk that is gone was most likely replaced.
  window.addEventListener('vite:preloadError', () => void checkForUpdate());
}

/** Tells the worker what was loaded before it was there, so that it is there without a network too. */
function tellLoaded(active: ServiceWorker | null): void {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage(files.filter((name) => name.includes('/assets/')));
}

function followStates(): void {
  updateStore.subscribe(({ phase }, before) => {
    if (phase === before.phase) return;
    if (phase === 'applying') {
      registration?.waiting?.postMessage('take-over');
      setTimeout(() => {
        if (updateStore.getState().phase === 'applying') window.location.reload();
      }, TAKE_OVER_MS);
    }
    if (phase === 'reloading') window.location.reload();
  });
  queryClient.getMutationCache().subscribe(() => {
    if (updateStore.getState().phase === 'held' && !isBusy()) send({ kind: 'settled' });
  });
}

/** Lets the new version in as soon as nothing runs that changes something. */
export const applyUpdate = (): void => send({ kind: 'asked', isBusy: isBusy() });

/** Registers the worker. Where there is none (private windows, tests, old browsers) the app works as before. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  let hadController = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of all takes over a page of its own version.
    if (hadController) send({ kind: 'controlled' });
    hadController = true;
  });
  followStates();
  const options = { scope: './', updateViaCache: 'none' } as const;
  registration = await serviceWorker
    .register('./service-worker.js', options)
    .catch(() => undefined);
  if (registration === undefined) return;
  const { waiting, installing } = registration;
  if (waiting !== null && serviceWorker.controller !== null) send({ kind: 'found' });
  watchInstalling(installing);
  registration.addEventListener('updatefound', () =>
    watchInstalling(registration?.installing ?? null),
  );
  checkNowAndThen();
  const ready = await serviceWorker.ready;
  tellLoaded(ready.active);
}

/** For a page whose code is gone: the newest version, or the same one again. */
export async function renew(): Promise<void> {
  await checkForUpdate();
  const { installing, waiting } = registration ?? {};
  if (!installing && !waiting) {
    window.location.reload();
    return;
  }
  if (installing) await installed(installing);
  // Asked for by pressing Retry, like the prompt.
  send({ kind: 'found' });
  applyUpdate();
}

const installed = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
