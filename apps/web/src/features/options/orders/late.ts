/** Tables of wider screens. */
import { lazy } from 'react';

export const HistoryTable = lazy(async () => ({
  default: (await import('./table/HistoryTable.tsx')).HistoryTable,
}));
export const OptionLists = lazy(async () => ({
  default: (await import('./table/OptionLists.tsx')).OptionLists,
}));
