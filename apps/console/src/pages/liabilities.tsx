import { Button, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { ProposePanel } from '../features/liabilities/ProposePanel.tsx';
import { ReservePanel } from '../features/liabilities/ReservePanel.tsx';
import { Reserves } from '../features/liabilities/Reserves.tsx';
import { SnapshotPanel } from '../features/liabilities/SnapshotPanel.tsx';
import { Snapshots } from '../features/liabilities/Snapshots.tsx';
import { TakePanel } from '../features/liabilities/TakePanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { liabilityTexts as t } from '../texts/liabilities.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['snapshots', 'reserves'] as const;
const PAGE_LIMIT = 20;
const POLL_MS = 10_000;

/** What is owed to users as it is published, and the addresses that are said to hold it. */
export function Page() {
  const { values, page, set, setPage, clear } = useFilters(DEFAULTS);
  const tab = TABS.find((name) => name === values.tab) ?? 'snapshots';
  const [isActing, setActing] = useState(false);
  const row = useOpenRow();
  const request = { page, limit: PAGE_LIMIT };
  const snapshots = useApi('operatorLiabilities', request, {
    ...{ pollMs: POLL_MS, keepPrevious: true, enabled: tab === 'snapshots' },
  });
  const reserves = useApi('operatorReserves', {}, { enabled: tab === 'reserves' });
  const mayTake = useMay('takeLiabilities');
  const mayPropose = useMay('proposeReserve');
  const close = () => {
    setActing(false);
    row.close();
  };
  const begin = () => {
    row.close();
    setActing(true);
  };
  const choice = {
    ...row.choice,
    onOpen: (id: number) => {
      setActing(false);
      row.open(id);
    },
  };
  const snapshot = snapshots.data?.list.find(({ id }) => id === row.openId);
  const reserve = reserves.data?.list.find(({ id }) => id === row.openId);
  const isSnapshots = tab === 'snapshots';
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        (isSnapshots ? mayTake : mayPropose && reserves.data !== undefined) && (
          <Button size={44} icon="plus" onClick={begin}>
            {isSnapshots ? t.take.button : t.reserves.add}
          </Button>
        )
      }
      panel={
        <>
          {isActing && isSnapshots && <TakePanel onClose={close} />}
          {isActing && !isSnapshots && reserves.data && (
            <ProposePanel platform={reserves.data.platform} onClose={close} />
          )}
          {isSnapshots && snapshot && (
            <SnapshotPanel key={snapshot.id} row={snapshot} onClose={close} />
          )}
          {!isSnapshots && reserve && (
            <ReservePanel key={reserve.id} row={reserve} onClose={close} />
          )}
        </>
      }
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TABS.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => {
          close();
          if (value === 'snapshots') clear();
          else set({ tab: value });
        }}
      />
      {isSnapshots ? (
        <Snapshots query={snapshots} choice={choice} onPage={setPage} />
      ) : (
        <Reserves query={reserves} choice={choice} />
      )}
    </PageFrame>
  );
}
