/** Keeps what belongs to the account and lies on this device in step with it; fetched once the first page stands. */
import { onLanguageChange } from '../../i18n/language.ts';
import { renewPush } from '../account/push-device.ts';
import { isLoggedIn, onTokenChange, sessionUser } from '../account/session.ts';
import { settingsStore } from '../account/settings.ts';
import { hasChanges, syncFavourites } from '../markets/favourites-sync.ts';

/** Several stars in a row are one call. */
const GATHER_MS = 800;
/** Coming back to the app asks at most so often. */
const AGAIN_AFTER_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let lastAtMs = Number.NEGATIVE_INFINITY;
let running: Promise<void> | undefined;

/** One at a time; what changed meanwhile comes after. */
function sync(): Promise<void> {
  const user = sessionUser();
  if (user === undefined) return Promise.resolve();
  lastAtMs = performance.now();
  running ??= syncFavourites(user.id)
    // Without an answer it is told with the next change, or when the app is opened again.
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  return running;
}

function syncSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    void sync().then(() => {
      const user = sessionUser();
      if (user !== undefined && navigator.onLine && hasChanges(user.id)) syncSoon();
    });
  }, GATHER_MS);
}

const renew = (): void => void (isLoggedIn() ? renewPush().catch(() => undefined) : undefined);

export function startAccountSync(): void {
  const begin = () => {
    void sync();
    renew();
  };
  begin();
  onTokenChange((token) => {
    if (token !== undefined) begin();
  });
  onLanguageChange(renew);
  settingsStore.subscribe(({ favourites }, before) => {
    const user = sessionUser();
    if (user !== undefined && favourites !== before.favourites && hasChanges(user.id)) syncSoon();
  });
  window.addEventListener('online', syncSoon);
  document.addEventListener('visibilitychange', () => {
    const isDue = performance.now() - lastAtMs > AGAIN_AFTER_MS;
    if (document.visibilityState === 'visible' && isDue) void sync();
  });
}
