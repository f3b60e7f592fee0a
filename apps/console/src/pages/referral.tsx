import { Button, Tabs } from '@fairlead/ui';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { levelColumns, partnerColumns } from '../features/referral/columns.tsx';
import { PartnerPanel } from '../features/referral/PartnerPanel.tsx';
import { Sums } from '../features/referral/Sums.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useRecord } from '../table/use-record.ts';
import { wholeList } from '../table/whole-list.ts';
import { ProposedPanel } from '../terms/ProposedPanel.tsx';
import { referralTexts as t } from '../texts/referral.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['levels', 'partners'] as const;
type Tab = (typeof TABS)[number];
const PAGE_LIMIT = 50;
const POLL_MS = 15_000;
const noPages = (): void => undefined;

/** What inviters get, what it comes to, and who has a share of their own. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const tab: Tab = values.tab === 'partners' ? 'partners' : 'levels';
  const record = useRecord();
  const { isNew, openId, choice, close } = record;
  const may = { levels: useMay('operatorSaveReferral'), partners: useMay('savePartner') };
  const query = useApi('operatorReferral', {}, { pollMs: POLL_MS });
  const partners = useApi(
    'partners',
    { page, limit: PAGE_LIMIT },
    { keepPrevious: true, pollMs: POLL_MS, enabled: tab === 'partners' },
  );
  const levels = query.data?.levels.map((level, index) => ({ ...level, place: index + 1 }));
  const partner = partners.data?.list.find(({ user_id }) => user_id === openId);
  const isLevelOpen = isNew || levels?.some(({ place }) => place === openId);
  const panels = {
    levels: isLevelOpen && query.data && (
      <ProposedPanel
        key={isNew ? 'new' : 'levels'}
        kind="referral"
        route="operatorSaveReferral"
        title={t.levelsTitle}
        row={query.data.levels.length === 0 ? undefined : { levels: query.data.levels }}
        subject="referral"
        startsEditing={isNew}
        onClose={close}
      />
    ),
    partners: (isNew || partner) && (
      <PartnerPanel
        key={isNew ? 'new' : openId}
        row={isNew ? undefined : partner}
        onClose={close}
      />
    ),
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        may[tab] && (
          <Button size={44} icon="plus" onClick={record.begin}>
            {tab === 'levels' ? t.propose : t.newPartner}
          </Button>
        )
      }
      panel={panels[tab]}
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TABS.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => {
          close();
          set({ tab: value === 'levels' ? '' : value });
        }}
      />
      {tab === 'levels' && query.data && <Sums data={query.data} />}
      {tab === 'levels' ? (
        <div className="mt-3">
          <DataTable
            label={t.levelsTitle}
            columns={levelColumns}
            query={wholeList({ ...query, data: levels })}
            rowId={({ place }) => place}
            choice={choice}
            empty={t.emptyLevels}
            onPage={noPages}
          />
        </div>
      ) : (
        <DataTable
          label={t.tabs.partners}
          columns={partnerColumns}
          query={partners}
          rowId={({ user_id }) => user_id}
          choice={choice}
          empty={t.emptyPartners}
          onPage={setPage}
        />
      )}
    </PageFrame>
  );
}
