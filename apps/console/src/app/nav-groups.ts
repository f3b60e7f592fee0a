/** Which groups of the navigation are closed, kept on this device. */
import { useState } from 'react';
import type { GROUPS } from './routes.ts';

type Group = (typeof GROUPS)[number];

const KEY = 'con.nav.closed';
/** What is opened seldom. All groups open would not fit a screen of 900. */
const CLOSED: readonly Group[] = ['books', 'watch'];

function kept(): readonly string[] {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? CLOSED : text.split(' ');
  } catch {
    return CLOSED;
  }
}

export function useClosedGroups(): readonly [ReadonlySet<string>, (group: Group) => void] {
  const [closed, setClosed] = useState(kept);
  const toggle = (group: Group) => {
    const next = closed.includes(group)
      ? closed.filter((each) => each !== group)
      : [...closed, group];
    setClosed(next);
    try {
      localStorage.setItem(KEY, next.join(' '));
    } catch {
      // Then it is forgotten with the page.
    }
  };
  return [new Set(closed), toggle];
}
