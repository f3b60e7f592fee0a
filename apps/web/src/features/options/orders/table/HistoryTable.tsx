import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SortedNote } from '../../../../app/parts/SortedNote.tsx';
import { useWhole } from '../../../../app/parts/use-whole.ts';
import { useStillOpen } from '../use-running-orders.ts';
import { RunningTable } from './RunningTable.tsx';
import { SettledTable } from './SettledTable.tsx';

export interface HistoryTableProps {
  status: OptionOrder['status'];
  /** Undefined is all markets. */
  symbol: string | undefined;
  /** In its place where there is none. */
  empty: ReactNode;
  onOpen: (order: OptionOrder) => void;
}

const LIMIT = 100;
const NONE: readonly OptionOrder[] = [];

/** One's orders of a state as they were read: the newest, and all once somebody wants to sort them. */
export function HistoryTable({ status, symbol, empty, onOpen }: HistoryTableProps) {
  const t = useTranslations('options');
  const filter = { status, ...(symbol === undefined ? {} : { symbol }) };
  const query = useApi('optionOrders', { ...filter, page: 1, limit: LIMIT });
  const whole = useWhole('optionOrders', { filter, first: query.data });
  const running = useStillOpen(status === 'open' ? whole.list : NONE);
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows mark={false} />}
        failed={t(status === 'open' ? 'run.failed' : 'settled.failed')}
      />
    );
  if (whole.list.length === 0) return empty;
  const Table = status === 'open' ? RunningTable : SettledTable;
  return (
    <>
      <SortedNote {...whole} shown={whole.list.length} />
      <Table
        label={t(`history.${status}`)}
        orders={status === 'open' ? running : whole.list}
        onOpen={onOpen}
      />
    </>
  );
}
