import { Button, Tabs } from '@fairlead/ui';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { rowIdOf } from '../features/networks/columns.tsx';
import { LimitsTable } from '../features/networks/LimitsTable.tsx';
import { BankList, NetworkList } from '../features/networks/lists.tsx';
import { BankPanel, LimitsPanel, NetworkPanel } from '../features/networks/panels.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useRecord } from '../table/use-record.ts';
import { networkTexts as t } from '../texts/networks.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['networks', 'limits', 'banks'] as const;
type Tab = (typeof TABS)[number];
const POLL_MS = 15_000;
/** The limits are one record, whichever of its lines is opened. */
const LIMITS = 1;

/** Networks and fees, limits of withdrawals, bank accounts. */
export function Page() {
  const { values, set } = useFilters(DEFAULTS);
  const tab: Tab = TABS.find((name) => name === values.tab) ?? 'networks';
  const record = useRecord();
  const mayEdit = useMay('saveChainTerms');
  const networks = useApi('chainTerms', {}, { pollMs: POLL_MS });
  const settings = useApi('custodySettings', {}, { pollMs: POLL_MS, enabled: tab !== 'networks' });
  const { isNew, openId, close } = record;
  const network = networks.data?.find((each) => rowIdOf(each) === openId);
  const bank = settings.data?.bank_accounts.find(({ currency_id }) => currency_id === openId);
  const key = isNew ? 'new' : openId;
  const panels = {
    networks: (isNew || network) && <NetworkPanel key={key} row={network} onClose={close} />,
    banks: (isNew || bank) && <BankPanel key={key} row={bank} onClose={close} />,
    limits: openId !== undefined && settings.data && (
      <LimitsPanel settings={settings.data} onClose={close} />
    ),
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayEdit &&
        tab !== 'limits' && (
          <Button size={44} icon="plus" onClick={record.begin}>
            {tab === 'networks' ? t.newNetwork : t.newBank}
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
          set({ tab: value === 'networks' ? '' : value });
        }}
      />
      {tab === 'networks' && <NetworkList query={networks} choice={record.choice} />}
      {tab === 'limits' && (
        <LimitsTable
          query={settings}
          isOpen={openId !== undefined}
          onOpen={() => record.choice.onOpen(LIMITS)}
        />
      )}
      {tab === 'banks' && (
        <BankList
          query={{ ...settings, data: settings.data?.bank_accounts }}
          choice={record.choice}
        />
      )}
    </PageFrame>
  );
}
