import { Failed } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import { Button } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { useServerTime } from '../../../data/live/use-server-time.ts';
import { useNewResults } from './heard-orders.ts';
import { NewResult } from './NewResult.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { RunningOrder } from './RunningOrder.tsx';
import { useRunningOrders } from './use-running-orders.ts';

export interface RunningProps {
  running: ReturnType<typeof useRunningOrders>;
  /** By the server's clock. */
  nowMs: number;
  /** The market that the page is about. */
  symbol: string;
  isStale: boolean;
}

/** Cards before the rest is one tap away; where a table has all of them, the nearest stands by the ticket. */
const SHOWN_FIRST = { list: 3, table: 1 } as const;
/** Results that stand until they are put away; older ones are in the list below. */
const RESULTS_SHOWN = 2;
/** After this a result is no news, put away or not. */
const NEWS_MS = 300_000;

/** What runs, the nearest due first, and what has just ended. */
export function Running({ running, nowMs, symbol, isStale }: RunningProps) {
  const t = useTranslations('options.run');
  const { orders, query } = running;
  const results = useNewResults()
    .filter(({ settled_at = nowMs }) => nowMs - settled_at < NEWS_MS)
    .slice(0, RESULTS_SHOWN);
  const [hasAll, setAll] = useState(false);
  const [openedId, setOpened] = useState<number>();
  const [lastOpened, setLastOpened] = useState<OptionOrder>();
  const isTable = useIsWide();
  const shown = hasAll ? orders : orders.slice(0, SHOWN_FIRST[isTable ? 'table' : 'list']);
  const hasFailed = query.data === undefined && query.error !== null;
  if (orders.length + results.length === 0 && !hasFailed) return null;
  const opened =
    openedId === undefined ? undefined : (orders.find(({ id }) => id === openedId) ?? lastOpened);
  return (
    <section aria-label={t('title')} className="gutter grid gap-2 pt-2">
      {results.map((order) => (
        <NewResult key={order.id} order={order} symbol={symbol} />
      ))}
      {shown.map((order) => (
        <RunningOrder
          key={order.id}
          order={order}
          symbol={symbol}
          isStale={isStale}
          onOpen={() => {
            setOpened(order.id);
            setLastOpened(order);
          }}
        />
      ))}
      {!isTable && shown.length < orders.length && (
        <Button size={36} onClick={() => setAll(true)}>
          {t('showAll', { count: orders.length })}
        </Button>
      )}
      {hasFailed && query.error && <Failed query={query} failed={t('failed')} />}
      <OrderDetail order={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}

interface StillRunningProps {
  /** The market that the page is about. */
  symbol: string;
  isStale: boolean;
}

/** What runs, where nothing is sold any more. */
export function StillRunning({ symbol, isStale }: StillRunningProps) {
  const nowMs = useServerTime(1_000);
  const running = useRunningOrders(nowMs);
  return <Running running={running} nowMs={nowMs} symbol={symbol} isStale={isStale} />;
}
