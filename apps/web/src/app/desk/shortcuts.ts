/** Keys of a desk, by what they do. A page says what it can do now; one listener of the desk's frame presses it. */
import { useEffect, useRef } from 'react';

export const SHORTCUTS = [
  { name: 'search', key: '/' },
  { name: 'help', key: '?' },
  { name: 'buy', key: 'b' },
  { name: 'sell', key: 's' },
  { name: 'cancelAll', key: 'X' },
] as const;

export type ShortcutName = (typeof SHORTCUTS)[number]['name'];

const actions = new Map<ShortcutName, () => void>();

/** Lets a key do something while the caller is shown; undefined where there is nothing to do now. */
export function useShortcut(name: ShortcutName, action: (() => void) | undefined): void {
  const latest = useRef(action);
  const has = action !== undefined;
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!has) return undefined;
    const own = () => latest.current?.();
    actions.set(name, own);
    return () => {
      if (actions.get(name) === own) actions.delete(name);
    };
  }, [name, has]);
}

/** Those that do something where one is now. */
export const shortcutsHere = (): ReadonlySet<ShortcutName> => new Set(actions.keys());

/** Whoever types means the letter; behind a sheet, or a chart on the full screen, the page must not act. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog], [data-covers]') !== null;

/** Letters whether or not Caps Lock is on: a capital one is that with Shift. */
function isPressed(key: string, event: KeyboardEvent): boolean {
  const isLetter = key.toLowerCase() !== key.toUpperCase();
  if (!isLetter) return event.key === key;
  const isCapital = key !== key.toLowerCase();
  return event.key.toLowerCase() === key.toLowerCase() && event.shiftKey === isCapital;
}

/** What a key press asks for; undefined where it is none of these, or means something else. */
export function shortcutOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.defaultPrevented || event.repeat) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const shortcut = SHORTCUTS.find(({ key }) => isPressed(key, event));
  if (shortcut === undefined || isElsewhere(event)) return undefined;
  return actions.get(shortcut.name);
}
