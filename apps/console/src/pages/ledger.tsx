import { Button, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../data/acts.ts';
import { Entries } from '../features/ledger/Entries.tsx';
import { Holds } from '../features/ledger/Holds.tsx';
import { HouseAccounts } from '../features/ledger/HouseAccounts.tsx';
import { draftOf } from '../features/ledger/model.ts';
import { ProposePanel } from '../features/ledger/ProposePanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { useFilters } from '../table/use-filters.ts';
import { ledgerTexts as t } from '../texts/ledger.ts';

const DEFAULTS = {
  tab: '',
  account: '',
  currency: '',
  reason: '',
  reference: '',
  entry: '',
  from: '',
  to: '',
  user: '',
} as const;
const TABS = ['entries', 'holds', 'house'] as const;
type Tab = (typeof TABS)[number];

/** The journal, what is frozen, the house's accounts; and an entry by hand for two operators. */
export function Page() {
  const { values, page, set, setPage, clear } = useFilters(DEFAULTS);
  const tab: Tab = TABS.find((name) => name === values.tab) ?? 'entries';
  const [isProposing, setProposing] = useState(false);
  const mayPropose = useMay('proposeEntry');
  const [params, setParams] = useSearchParams();
  const asked = draftOf(params);
  const closePanel = () => {
    setProposing(false);
    if (asked !== undefined) setParams({});
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayPropose && (
          <Button size={44} icon="plus" onClick={() => setProposing(true)}>
            {t.propose.button}
          </Button>
        )
      }
      panel={
        mayPropose &&
        (isProposing || asked !== undefined) && (
          <ProposePanel key={params.toString()} first={asked} onClose={closePanel} />
        )
      }
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TABS.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => {
          if (value === 'entries') clear();
          else set({ ...DEFAULTS, tab: value });
        }}
      />
      {tab === 'entries' && <Entries values={values} page={page} onFilter={set} onPage={setPage} />}
      {tab === 'holds' && (
        <Holds
          user={values.user}
          currency={values.currency}
          page={page}
          onFilter={set}
          onPage={setPage}
        />
      )}
      {tab === 'house' && <HouseAccounts />}
    </PageFrame>
  );
}
