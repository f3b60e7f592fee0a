/** What is done with a position comes after the lists of them: nobody changes one before it is there. */
import { lazy } from 'react';

export const AddMargin = lazy(async () => ({
  default: (await import('./AddMargin.tsx')).AddMargin,
}));
export const AmendWaiting = lazy(async () => ({
  default: (await import('./AmendWaiting.tsx')).AmendWaiting,
}));
export const CloseAll = lazy(async () => ({
  default: (await import('./CloseAll.tsx')).CloseAll,
}));
export const EditStops = lazy(async () => ({
  default: (await import('./EditStops.tsx')).EditStops,
}));
export const PositionDetail = lazy(async () => ({
  default: (await import('./PositionDetail.tsx')).PositionDetail,
}));
export const ReversePosition = lazy(async () => ({
  default: (await import('./ReversePosition.tsx')).ReversePosition,
}));

/** Tables of wider screens. */
export const PositionTable = lazy(async () => ({
  default: (await import('./table/PositionTable.tsx')).PositionTable,
}));
export const WaitingTable = lazy(async () => ({
  default: (await import('./table/WaitingTable.tsx')).WaitingTable,
}));
export const PastTable = lazy(async () => ({
  default: (await import('./table/PastTable.tsx')).PastTable,
}));
