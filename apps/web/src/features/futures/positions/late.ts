/** What is done with a position comes after the lists of them: nobody changes one before it is there. */
import { lazy } from 'react';

export const AddMargin = lazy(async () => ({
  default: (await import('./AddMargin.tsx')).AddMargin,
}));
export const AmendWaiting = lazy(async () => ({
  default: (await import('./AmendWaiting.tsx')).AmendWaiting,
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
