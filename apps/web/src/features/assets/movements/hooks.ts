import type { DepositRecord } from '@fairlead/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { networkText } from '../custody/chains.ts';
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

/** "Tron TRC20", or how it came in otherwise. */
export function useDepositWay(): (record: DepositRecord) => string {
  const t = useTranslations('custody');
  return ({ kind, chain }) =>
    kind === 'bank' || chain === undefined ? t(`depositKinds.${kind}`) : networkText(chain);
}
