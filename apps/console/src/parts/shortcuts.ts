/**
 * Keys of the whole window. The part that registered last is asked first, so that an open record has the keys
 * before its list, and a key it does not know goes on to the list. Nothing is taken while someone types, while a
 * dialog is open, or with Ctrl, Alt or Meta.
 */
import { useEffect, useRef } from 'react';

/** By `KeyboardEvent.key`, letters in lower case; `g w` for two in a row. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1_000;
const stack: { current: Shortcuts }[] = [];
let first: { readonly key: string; readonly atMs: number } | undefined;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
  ) !== null;

/** Enter and space press what has the focus. */
const isPressed = (key: string, target: EventTarget | null): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('a, button, summary, label') !== null;

const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null;

const find = (key: string): (() => void) | undefined =>
  stack.findLast((shortcuts) => shortcuts.current[key] !== undefined)?.current[key];

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (isTyping(event.target) || isPressed(event.key, event.target) || isDialogOpen()) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isSecond = first !== undefined && event.timeStamp - first.atMs < SEQUENCE_MS;
  const act = (isSecond && find(`${first?.key} ${key}`)) || find(key);
  first = { key, atMs: event.timeStamp };
  if (!act) return;
  first = undefined;
  event.preventDefault();
  act();
}

/** While mounted and `isOn`, these keys do these things. */
export function useShortcuts(shortcuts: Shortcuts, isOn = true): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!isOn) return;
    if (stack.length === 0) window.addEventListener('keydown', onKeyDown);
    stack.push(latest);
    return () => {
      stack.splice(stack.indexOf(latest), 1);
      if (stack.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [isOn]);
}
