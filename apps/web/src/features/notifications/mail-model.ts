/** What is chosen of mails: the timings in the order in which they stand, and times of a day. */
import type { MailTiming } from '@fairlead/contract';

export const TIMINGS: readonly MailTiming[] = ['off', 'at_once', 'digest'];

const HALF_HOUR = 30;

/** Minutes after midnight. */
export const HALF_HOURS: readonly number[] = Array.from({ length: 48 }, (_, at) => at * HALF_HOUR);

/** "07:30", in every language. */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** All that the browser names, and what is chosen, which another device may have named otherwise. */
export const knownZones = (chosen: string): string[] => [
  ...new Set(['UTC', chosen, ...(Intl.supportedValuesOf?.('timeZone') ?? [])].toSorted()),
];

/** By any part of the name, with spaces for what stands between its words. */
export function zonesFound(zones: readonly string[], search: string): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_/]+/g, ' ');
  const sought = plain(search.trim());
  return zones.filter((name) => plain(name).includes(sought));
}
