/**
 * Favourites of all of a user's devices. What is on this device is shown at once and is the truth; the server hears what
 * was added and taken away since it was last heard, so that two devices that change at once both keep their changes. A
 * guest's favourites are taken along into the account; one user's never into another's.
 */

import { storage } from '@fairlead/calls';
import { settingsStore } from '../account/settings.ts';
import { callApi } from '../calls/api.ts';

/** What the server held when it last answered. */
export interface Heard {
  readonly userId: number;
  readonly favourites: readonly string[];
}

const KEY = 'favourites';

const without = (list: readonly string[], taken: readonly string[]): string[] =>
  list.filter((symbol) => !taken.includes(symbol));

/** What this device has to tell the account. */
export function changesOf(
  local: readonly string[],
  heard: Heard | undefined,
  userId: number,
): { readonly add: string[]; readonly remove: string[] } {
  const known = heard?.favourites ?? [];
  // Of another user nothing is taken away here, and nothing of theirs is added.
  return {
    add: without(local, known),
    remove: heard?.userId === userId ? without(known, local) : [],
  };
}

/** The server's answer with what was starred and unstarred here while it was on its way. */
export function mergeAnswer(
  answer: readonly string[],
  { sent, now }: { readonly sent: readonly string[]; readonly now: readonly string[] },
): string[] {
  const [added, removed] = [without(now, sent), without(sent, now)];
  const kept = without(answer, removed);
  return [...kept, ...without(added, kept)];
}

function readHeard(): Heard | undefined {
  try {
    const value: unknown = JSON.parse(storage.read(KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('userId' in value && 'favourites' in value)) return undefined;
    const { userId, favourites } = value;
    if (typeof userId !== 'number' || !Array.isArray(favourites)) return undefined;
    return { userId, favourites: favourites.filter((each) => typeof each === 'string') };
  } catch {
    return undefined;
  }
}

const localFavourites = (): readonly string[] => settingsStore.getState().favourites;

/** Tells what changed here and takes over what changed elsewhere. Rejects where the server does not answer. */
export async function syncFavourites(userId: number): Promise<void> {
  const sent = localFavourites();
  const { add, remove } = changesOf(sent, readHeard(), userId);
  const isChanged = add.length > 0 || remove.length > 0;
  const { favourites } = isChanged
    ? await callApi('saveFavourites', { add, remove })
    : await callApi('favourites', {});
  storage.write(KEY, JSON.stringify({ userId, favourites } satisfies Heard));
  const next = mergeAnswer(favourites, { sent, now: localFavourites() });
  if (next.join() !== localFavourites().join()) settingsStore.setState({ favourites: next });
}

/** Whether this device has something to tell. */
export const hasChanges = (userId: number): boolean => {
  const { add, remove } = changesOf(localFavourites(), readHeard(), userId);
  return add.length > 0 || remove.length > 0;
};
