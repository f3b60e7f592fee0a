import { useAction, useApi } from '@fairlead/calls';
import { toast } from '@fairlead/ui';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { reserveColumns, snapshotColumns } from './columns.tsx';
import { ReservesHead, SnapshotsHead } from './heads.tsx';
import { ProposePanel } from './ProposePanel.tsx';
import { ReservePanel } from './ReservePanel.tsx';
import { SnapshotPanel } from './SnapshotPanel.tsx';
import { liabilityTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const PAGE_LIMIT = 20;
const POLL_MS = 10_000;

/** What is owed to users as it is published, and the addresses that are said to hold it. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const tabs = tabsOf(['snapshots', 'reserves'], filters, t);
  const isSnapshots = tabs.value === 'snapshots';
  const record = useRecord();
  const { close } = record;
  const request = { page: filters.page, limit: PAGE_LIMIT };
  const snapshots = useApi('operatorLiabilities', request, {
    ...{ pollMs: POLL_MS, keepPrevious: true, enabled: isSnapshots },
  });
  const reserves = useApi('operatorReserves', {}, { enabled: !isSnapshots });
  const platform = reserves.data?.platform;
  const lists = {
    snapshots: listed({
      label: t.tabs.snapshots,
      columns: snapshotColumns,
      query: snapshots,
      rowId: ({ id }) => id,
      empty: t.empty,
      onPage: filters.setPage,
      panel: (row) =>
        row ? <SnapshotPanel row={row} onClose={close} /> : <TakePanel onClose={close} />,
    }),
    reserves: listed({
      label: t.tabs.reserves,
      columns: reserveColumns,
      query: { ...reserves, data: reserves.data?.list },
      rowId: ({ id }) => id,
      empty: t.reserves.empty,
      panel: (row) =>
        row ? (
          <ReservePanel row={row} onClose={close} />
        ) : (
          platform !== undefined && <ProposePanel platform={platform} onClose={close} />
        ),
    }),
  };
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      tabs={tabs}
      record={record}
      add={
        isSnapshots
          ? { act: 'takeLiabilities', label: t.take.button }
          : { act: 'proposeReserve', label: t.reserves.add, isDisabled: platform === undefined }
      }
      list={lists[tabs.value]}
    >
      {isSnapshots && snapshots.data && <SnapshotsHead answer={snapshots.data} />}
      {!isSnapshots && reserves.data && <ReservesHead answer={reserves.data} />}
    </ListPage>
  );
}

const take = t.take;

/** Publishes now, with a reason for the audit log. */
function TakePanel({ onClose }: { onClose: () => void }) {
  const { run, isRunning } = useAction('takeLiabilities', {
    invalidates: ['operatorLiabilities'],
    onSuccess: () => {
      toast({ text: take.done });
      onClose();
    },
  });
  return (
    <Panel title={take.title} onClose={onClose}>
      <p className="mb-4">{take.lead}</p>
      <ReasonForm
        submitLabel={take.submit}
        isBusy={isRunning}
        onSubmit={(reason) => void run({ reason })}
        onBack={onClose}
      />
    </Panel>
  );
}
