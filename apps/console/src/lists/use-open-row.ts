import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RowChoice } from './DataTable.tsx';
import { readId } from './use-filters.ts';

export interface OpenRow {
  /** The record shown beside the list. */
  readonly openId: number | undefined;
  /** For the table: j and k move, an open record follows. */
  readonly choice: RowChoice;
  readonly open: (id: number) => void;
  readonly close: () => void;
}

interface State {
  /** What the address asked for when this state was made. */
  readonly asked: number | undefined;
  readonly selectedId: number | undefined;
  readonly openId: number | undefined;
}

const stateOf = (asked: number | undefined): State => ({
  asked,
  selectedId: asked,
  openId: asked,
});

/** Which row of a list is open. `?open=17` in the address opens one from elsewhere. */
export function useOpenRow(): OpenRow {
  const [params] = useSearchParams();
  const asked = readId(params.get('open') ?? '');
  const [kept, setState] = useState(() => stateOf(asked));
  const state = kept.asked === asked ? kept : stateOf(asked);
  if (state !== kept) setState(state);
  const open = (id: number) => setState({ ...state, selectedId: id, openId: id });
  return {
    openId: state.openId,
    choice: {
      selectedId: state.selectedId,
      onSelect: (id) =>
        setState({ ...state, selectedId: id, openId: state.openId === undefined ? undefined : id }),
      onOpen: open,
    },
    open,
    close: () => setState({ ...state, openId: undefined }),
  };
}
