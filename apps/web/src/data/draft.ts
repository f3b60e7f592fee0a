/** What is typed outlives a reload, not the tab nor the session: of each ticket and form one, in its storage. */
import { type Dispatch, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

const PREFIX = 'draft ';

type Fields = Readonly<Record<string, unknown>>;

const storageOf = (): Storage | undefined => {
  try {
    return window.sessionStorage;
  } catch {
    // Storage may be closed: then nothing is kept.
    return undefined;
  }
};

/** The fields that were kept under a name; an empty object where there are none, or something else lies there. */
export function readDraft(name: string): Fields {
  try {
    const kept: unknown = JSON.parse(storageOf()?.getItem(PREFIX + name) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

function write(name: string, text: string): void {
  try {
    storageOf()?.setItem(PREFIX + name, text);
  } catch {
    // It may be full: then nothing is kept.
  }
}

/** Keeps the fields whenever they change. */
export function useKeepDraft(name: string, fields: Fields): void {
  const text = JSON.stringify(fields);
  useEffect(() => write(name, text), [name, text]);
}

const ENTRY = 'entry';

/** Names this entry of the history, through a reload; a sheet over the page is of the same entry. */
function entryNow(): string {
  const state: unknown = window.history.state;
  const own: Fields = typeof state === 'object' && state !== null ? { ...state } : {};
  const known = own['key'] ?? own[ENTRY];
  if (typeof known === 'string') return known;
  // The router names no page that was opened by its address, and counts from nothing there: a state without a number
  // it would count on from, and no page after it would know that there is one before it.
  const made = String(Date.now());
  window.history.replaceState({ idx: null, ...own, [ENTRY]: made }, '');
  return made;
}

/**
 * State of a page that outlives a reload and a way there and back: what was typed, and what came of it. Whoever opens
 * the page anew begins anew. `first` is plain data, and never a secret.
 */
export function useEntryState<Value>(
  name: string,
  first: Value,
): readonly [Value, Dispatch<SetStateAction<Value>>] {
  // A choice on the page may give its entry another name.
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew where the router names another
  const entry = useMemo(entryNow, [key]);
  const [value, setValue] = useState((): Value => {
    const kept = readDraft(name);
    // Written below by the same page, in this tab.
    return kept[ENTRY] === entry && 'value' in kept ? (kept['value'] as Value) : first;
  });
  useKeepDraft(name, { [ENTRY]: entry, value });
  return [value, setValue];
}

/** Of all tickets. */
export function forgetDrafts(): void {
  const storage = storageOf();
  if (storage === undefined) return;
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}

/** A kept word, if it is one of those that there are now. */
export const wordOf = <Word extends string>(
  kept: unknown,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === kept);

const LENGTH_MAX = 40;
/** A kept number as it was typed; nothing where it is none. */
export function typedOf(kept: unknown): string {
  if (typeof kept !== 'string' || kept.length > LENGTH_MAX) return '';
  const parts = kept.split('.');
  return parts.length <= 2 && parts.every((part) => /^\d*$/.test(part)) ? kept : '';
}
