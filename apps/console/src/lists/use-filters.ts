/** Filters of a list, kept in the address: a list can be sent as a link, and back undoes a filter. */
import { useSearchParams } from 'react-router';

const PAGE = 'page';
/** The record that the address opens: of the list as it was asked for. */
const OPEN = 'open';

export interface Filters<Name extends string> {
  /** What is set; '' where nothing is. */
  readonly values: Readonly<Record<Name, string>>;
  /** From 1. */
  readonly page: number;
  /** Sets some, back on the first page. '' removes. */
  readonly set: (values: Partial<Record<Name, string>>) => void;
  readonly setPage: (page: number) => void;
  /** Whether anything but the defaults is set. */
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

/** `defaults` names the filters and what each is without a word in the address. A stable object, please. */
export function useFilters<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): Filters<Name> {
  const [params, setParams] = useSearchParams();
  const names = Object.keys(defaults) as Name[];
  const entries = names.map((name) => [name, params.get(name) ?? defaults[name]] as const);
  const change = (values: Partial<Record<Name, string>>): void => {
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete(PAGE);
      next.delete(OPEN);
      for (const [name, value] of Object.entries<string | undefined>(values)) {
        const isDefault = value === (defaults[name as Name] ?? '') || value === undefined;
        if (isDefault) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  };
  return {
    // One entry for each name.
    values: Object.fromEntries(entries) as Record<Name, string>,
    page: readPage(params.get(PAGE)),
    set: change,
    setPage: (page) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (page > 1) next.set(PAGE, String(page));
        else next.delete(PAGE);
        return next;
      }),
    isFiltered: names.some((name) => params.get(name) !== null),
    clear: () => setParams({}),
  };
}

const readPage = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

/** Digits as an id; undefined for anything else, so that a half-typed filter asks for nothing wrong. */
export const readId = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** A day as the field gives it, "2026-11-21": its first moment, or its last, in this device's zone. */
export function readDay(text: string, edge: 'first' | 'last'): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = new Date(`${text}T${edge === 'first' ? '00:00:00.000' : '23:59:59.999'}`).getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
