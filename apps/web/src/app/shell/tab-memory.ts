/** A tab with further pages behind it leads to the one that was open last: a trader of futures finds futures. */
import { storage } from '@fairlead/calls';
import { type RouteEntry, routes } from '../routes.ts';

const keyOf = (tabPath: string): string => `last_page ${tabPath}`;

/** The tab that a page of kind 'tab' belongs to. */
export const tabOf = ({ path, behind }: RouteEntry): string => behind ?? path;

/** Where a tab leads now. */
export function lastPageOf(tabPath: string): string {
  const kept = storage.read(keyOf(tabPath));
  const isBehind = routes.some(({ path, behind }) => behind === tabPath && path === kept);
  return isBehind && kept !== null ? kept : tabPath;
}

/** Remembers a page of kind 'tab'; tabs of one page need no memory. */
export function rememberPage(entry: RouteEntry): void {
  const tab = tabOf(entry);
  if (routes.some(({ behind }) => behind === tab)) storage.write(keyOf(tab), entry.path);
}
