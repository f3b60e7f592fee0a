/** What was typed before a country was picked on its own page is there afterwards: in memory only, for its user only. */
import { create } from 'zustand';
import type { BasicValues } from './model.ts';

interface Draft {
  readonly userId: number | undefined;
  readonly values: BasicValues;
}

const EMPTY: BasicValues = { country: '', name: '', id_number: '' };
const draftStore = create<Draft>()(() => ({ userId: undefined, values: EMPTY }));

export function useBasicDraft(userId: number | undefined) {
  const draft = draftStore();
  return {
    values: draft.userId === userId ? draft.values : EMPTY,
    setValues: (values: BasicValues) => draftStore.setState({ userId, values }),
    forget: () => draftStore.setState({ userId: undefined, values: EMPTY }),
  };
}
