import type { ReactNode } from 'react';

export interface ToastMessage {
  /** good: it happened; bad: it did not, announced at once; info: something to know. */
  kind?: 'good' | 'bad' | 'info';
  text: ReactNode;
  /** Muted, after the text: the id of what was made. */
  detail?: ReactNode;
  action?: { label: ReactNode; onClick: () => void };
  /** How long it stays; 5 s, or 8 s where there is something to tap. Infinity: until it is tapped or put away. */
  forMs?: number;
}

export interface ShownToast extends ToastMessage {
  id: number;
}

const SHOWN_MAX = 3;

let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message above the tab bar and returns its id. The oldest that would go anyway gives way to a fourth. */
export function toast(message: ToastMessage): number {
  const id = nextId++;
  const next = [...shown, { ...message, id }];
  const oldest = next.findIndex(({ forMs }) => forMs !== Number.POSITIVE_INFINITY);
  publish(next.length > SHOWN_MAX ? next.toSpliced(Math.max(0, oldest), 1) : next);
  return id;
}

/** Takes a message away before its time. */
export const dismissToast = (id: number): void => {
  if (shown.some((one) => one.id === id)) publish(shown.filter((one) => one.id !== id));
};

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ShownToast[] => shown,
};
