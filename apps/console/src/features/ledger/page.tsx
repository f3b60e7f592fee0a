import { Button, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../data/acts.ts';
import { useFilters } from '../../lists/use-filters.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Entries } from './Entries.tsx';
import { Holds } from './Holds.tsx';
import { HouseAccounts } from './HouseAccounts.tsx';
import { draftOf } from './model.ts';
import { ProposePanel } from './ProposePanel.tsx';
import { ledgerTexts as t } from './texts.ts';

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
  const filters = useFilters(DEFAULTS);
  const { values, set, clear } = filters;
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
      {tab === 'entries' && <Entries filters={filters} />}
      {tab === 'holds' && <Holds filters={filters} />}
      {tab === 'house' && <HouseAccounts />}
    </PageFrame>
  );
}
