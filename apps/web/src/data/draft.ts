/** What is typed into a ticket outlives a reload, not the tab nor the session: of each ticket one, in its storage. */
import { useEffect } from 'react';

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

/** Keeps the fields whenever they change. */
export function useKeepDraft(name: string, fields: Fields): void {
  const text = JSON.stringify(fields);
  useEffect(() => {
    try {
      storageOf()?.setItem(PREFIX + name, text);
    } catch {
      // It may be full: then nothing is kept.
    }
  }, [name, text]);
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
