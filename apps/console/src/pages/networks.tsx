import { Button, Tabs } from '@fairlead/ui';
import { useMemo, useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { useCurrencies } from '../data/use-config.ts';
import { bankColumns, networkColumns, rowIdOf } from '../features/networks/columns.tsx';
import { LimitsTable } from '../features/networks/LimitsTable.tsx';
import { BankPanel, LimitsPanel, NetworkPanel } from '../features/networks/panels.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { wholeList } from '../table/whole-list.ts';
import { networkTexts as t } from '../texts/networks.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['networks', 'limits', 'banks'] as const;
type Tab = (typeof TABS)[number];
const POLL_MS = 15_000;
const noPages = (): void => undefined;

/** Networks and fees, limits of withdrawals, bank accounts. */
export function Page() {
  const { values, set } = useFilters(DEFAULTS);
  const tab: Tab = TABS.find((name) => name === values.tab) ?? 'networks';
  const row = useOpenRow();
  const [isNew, setNew] = useState(false);
  const mayEdit = useMay('saveChainTerms');
  const currencies = useCurrencies();
  const networks = useApi('chainTerms', {}, { pollMs: POLL_MS });
  const settings = useApi('custodySettings', {}, { pollMs: POLL_MS, enabled: tab !== 'networks' });
  const columns = useMemo(() => networkColumns(currencies), [currencies]);
  const banks = useMemo(() => bankColumns(currencies), [currencies]);
  const close = () => {
    setNew(false);
    row.close();
  };
  const choice = {
    ...row.choice,
    onOpen: (id: number) => {
      setNew(false);
      row.open(id);
    },
  };
  const network = networks.data?.find((each) => rowIdOf(each) === row.openId);
  const bank = settings.data?.bank_accounts.find(({ currency_id }) => currency_id === row.openId);
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayEdit &&
        tab !== 'limits' && (
          <Button
            size={44}
            icon="plus"
            onClick={() => {
              row.close();
              setNew(true);
            }}
          >
            {tab === 'networks' ? t.newNetwork : t.newBank}
          </Button>
        )
      }
      panel={
        <>
          {tab === 'networks' && (isNew || network) && (
            <NetworkPanel
              key={isNew ? '' : row.openId}
              row={isNew ? undefined : network}
              onClose={close}
            />
          )}
          {tab === 'banks' && (isNew || bank) && (
            <BankPanel
              key={isNew ? '' : row.openId}
              row={isNew ? undefined : bank}
              onClose={close}
            />
          )}
          {tab === 'limits' && row.openId !== undefined && settings.data && (
            <LimitsPanel settings={settings.data} onClose={close} />
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
          set({ tab: value === 'networks' ? '' : value });
        }}
      />
      {tab === 'networks' && (
        <DataTable
          label={t.tabs.networks}
          columns={columns}
          query={wholeList(networks)}
          rowId={rowIdOf}
          choice={choice}
          empty={t.empty}
          onPage={noPages}
        />
      )}
      {tab === 'limits' && (
        <LimitsTable
          query={settings}
          isOpen={row.openId !== undefined}
          onOpen={() => row.open(1)}
        />
      )}
      {tab === 'banks' && (
        <DataTable
          label={t.tabs.banks}
          columns={banks}
          query={wholeList({ ...settings, data: settings.data?.bank_accounts })}
          rowId={({ currency_id }) => currency_id}
          choice={choice}
          empty={t.emptyBanks}
          onPage={noPages}
        />
      )}
    </PageFrame>
  );
}
