import { useEffect, useReducer, useRef, useState } from 'react';
import type { RowChoice } from '../lists/DataTable.tsx';
import {
  NOTHING_OPEN,
  type QueueEvent,
  type QueueRules,
  type QueueState,
  queueReducer,
  type Step,
} from './model.ts';

export interface OpenQueue<Row> {
  readonly state: QueueState;
  /** The open record as it was last listed. */
  readonly openRow: Row | undefined;
  /** It is no longer in the list: decided meanwhile, most likely by somebody else. */
  readonly isGone: boolean;
  readonly choice: RowChoice;
  readonly begin: (step: Step) => void;
  readonly back: () => void;
  readonly close: () => void;
  /** After a decision: on to the next row. */
  readonly decided: (id: number) => void;
}

export interface QueueOptions extends QueueRules {
  /** The record that the address opens, and which visit of the address that is. */
  readonly asked?: { readonly id: number; readonly visit: string } | undefined;
  /** Names the list: filters and page. Another one closes what is open. */
  readonly scope: string;
}

const idsOf = (rows: readonly { readonly id: number }[] | undefined): readonly number[] =>
  rows?.map(({ id }) => id) ?? [];

/** The state of a queue over its rows; `rows` is undefined while they load. */
export function useQueue<Row extends { readonly id: number }>(
  rows: readonly Row[] | undefined,
  { scope, follows, asked }: QueueOptions,
): OpenQueue<Row> {
  const [state, dispatch] = useReducer(
    (before: QueueState, event: QueueEvent) => queueReducer(before, event, { follows }),
    NOTHING_OPEN,
  );
  useListed(rows, scope, dispatch);
  useAsked(rows, asked, dispatch);
  const listed = rows?.find(({ id }) => id === state.openId);
  const [kept, keep] = useState<Row>();
  if (listed !== undefined && listed !== kept) keep(listed);
  const openRow = listed ?? (kept?.id === state.openId ? kept : undefined);
  return {
    state,
    openRow: state.openId === undefined ? undefined : openRow,
    isGone: rows !== undefined && openRow !== undefined && listed === undefined,
    choice: {
      selectedId: state.selectedId,
      onSelect: (id) => dispatch({ kind: 'select', id }),
      onOpen: (id) => dispatch({ kind: 'open', id }),
    },
    begin: (step) => dispatch({ kind: 'begin', step }),
    back: () => dispatch({ kind: 'back' }),
    close: () => dispatch({ kind: 'close' }),
    decided: (id) => dispatch({ kind: 'decided', id, ids: idsOf(rows) }),
  };
}

/** Tells the reducer what the list was and has become, and when it is another list. */
function useListed(
  rows: readonly { readonly id: number }[] | undefined,
  scope: string,
  dispatch: (event: QueueEvent) => void,
): void {
  const last = useRef<{ scope: string; ids: readonly number[] }>({ scope, ids: [] });
  useEffect(() => {
    const now = idsOf(rows);
    const before = last.current;
    last.current = { scope, ids: now };
    if (before.scope !== scope) dispatch({ kind: 'reset' });
    else if (rows !== undefined) dispatch({ kind: 'listed', before: before.ids, now });
  }, [rows, scope, dispatch]);
}

/** Opens what the address asks for as soon as it is listed: once a visit, so that it can be closed. */
function useAsked(
  rows: readonly { readonly id: number }[] | undefined,
  asked: QueueOptions['asked'],
  dispatch: (event: QueueEvent) => void,
): void {
  const opened = useRef<string>(undefined);
  const { id, visit } = asked ?? {};
  const isListed = rows?.some((row) => row.id === id) === true;
  useEffect(() => {
    if (id === undefined || !isListed || opened.current === visit) return;
    opened.current = visit;
    dispatch({ kind: 'open', id });
  }, [id, visit, isListed, dispatch]);
}
