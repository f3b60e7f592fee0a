import { Failed } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import { EmptyState, TabPanel, Tabs, TextLink } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../../app/navigation.ts';
import { SortedNote } from '../../../../app/parts/SortedNote.tsx';
import { useWhole } from '../../../../app/parts/use-whole.ts';
import { useIsLoggedIn } from '../../../../data/account/session.ts';
import { useHeardOrders } from '../heard-orders.ts';
import { OrderDetail } from '../OrderDetail.tsx';
import { runningOrders } from '../orders.ts';
import { ForGuests } from '../Settled.tsx';
import { useOpenOptions } from '../use-running-orders.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { RunningTable } from './RunningTable.tsx';

export interface OptionListsProps {
  /** The market that the page is about. */
  symbol: string;
}

const TABS = ['open', 'settled'] as const;
type Tab = (typeof TABS)[number];

/** What runs and what was decided, of every market, where there is room for tables. */
export function OptionLists({ symbol }: OptionListsProps) {
  const t = useTranslations('options');
  const isLoggedIn = useIsLoggedIn();
  const [tab, setTab] = useState<Tab>();
  const [opened, setOpened] = useState<OptionOrder>();
  const running = useRunning();
  const { count } = running;
  // What runs is looked at first, where something does.
  const shown = tab ?? (count > 0 ? 'open' : 'settled');
  const names = {
    open: count > 0 ? `${t('history.open')} ${count}` : t('history.open'),
    settled: t('history.settled'),
  };
  return (
    <section aria-label={t('history.title')}>
      <Tabs<Tab>
        id="option-lists"
        label={t('history.tabs')}
        value={shown}
        items={TABS.map((value) => ({ value, label: names[value] }))}
        onValueChange={setTab}
        end={
          isLoggedIn && (
            <TextLink className="ps-7" href={href('pages/option/orders', { status: shown })}>
              {t('settled.all')}
            </TextLink>
          )
        }
      />
      <TabPanel id="option-lists" value={shown}>
        {!isLoggedIn ? (
          <ForGuests symbol={symbol} />
        ) : shown === 'open' ? (
          <RunningList running={running} onOpen={setOpened} />
        ) : (
          <HistoryTable
            status="settled"
            symbol={undefined}
            empty={<EmptyState>{t('history.noneSettled')}</EmptyState>}
            onOpen={setOpened}
          />
        )}
      </TabPanel>
      <OrderDetail order={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}

/** As much as was read, with what was heard since. */
function useRunning() {
  const heard = useHeardOrders();
  const query = useOpenOptions();
  const whole = useWhole('optionOrders', { filter: { status: 'open' }, first: query.data });
  const orders = runningOrders({ list: whole.list, atMs: query.dataUpdatedAt }, heard);
  return { orders, query, whole, count: orders.length + whole.total - whole.list.length };
}

interface RunningListProps {
  running: ReturnType<typeof useRunning>;
  onOpen: (order: OptionOrder) => void;
}

function RunningList({ running, onOpen }: RunningListProps) {
  const t = useTranslations('options');
  const { orders, query, whole, count } = running;
  if (query.data === undefined && query.error !== null)
    return <Failed query={query} failed={t('run.failed')} />;
  if (orders.length === 0) return <EmptyState>{t('history.noneOpen')}</EmptyState>;
  return (
    <>
      <SortedNote {...whole} shown={orders.length} total={count} />
      <RunningTable label={t('history.open')} orders={orders} onOpen={onOpen} />
    </>
  );
}
