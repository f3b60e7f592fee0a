import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readRecordId } from './movement-model.ts';

export interface Opened<Item> {
  /** The record whose sheet is open; fresh figures of it as they come. */
  readonly open: Item | undefined;
  readonly show: (item: Item) => void;
  readonly close: () => void;
}

/** Which record is open: one that was tapped, or once the one that the address names. */
export function useOpened<Item extends { readonly id: number }>(
  items: readonly Item[] | undefined,
): Opened<Item> {
  const [query] = useSearchParams();
  const [openId, setOpenId] = useState(() => readRecordId(query));
  return {
    open: items?.find(({ id }) => id === openId),
    show: ({ id }) => setOpenId(id),
    close: () => setOpenId(undefined),
  };
}
