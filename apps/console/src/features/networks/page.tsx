import { useApi } from '@fairlead/calls';
import { useCurrencies } from '../../data/use-config.ts';
import { type AnyList, ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { bankColumns, networkColumns, rowIdOf } from './columns.tsx';
import { LimitsTable } from './LimitsTable.tsx';
import { BankPanel, LimitsPanel, NetworkPanel } from './panels.tsx';
import { networkTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const POLL_MS = 15_000;
/** The limits are one record, whichever of its lines is opened. */
const LIMITS = 1;

/** Networks and fees, limits of withdrawals, bank accounts. */
export function Page() {
  const tabs = tabsOf(['networks', 'limits', 'banks'], useFilters(DEFAULTS), t);
  const tab = tabs.value;
  const record = useRecord();
  const currencies = useCurrencies();
  const { openId, close, choice } = record;
  const settings = useApi('custodySettings', {}, { pollMs: POLL_MS, enabled: tab !== 'networks' });
  const limits: AnyList = {
    label: t.tabs.limits,
    table: () => (
      <LimitsTable
        query={settings}
        isOpen={openId !== undefined}
        onOpen={() => choice.onOpen(LIMITS)}
      />
    ),
    panel: () =>
      openId !== undefined &&
      settings.data && <LimitsPanel settings={settings.data} onClose={close} />,
  };
  const ways = useApi('chainTerms', {}, { pollMs: POLL_MS });
  const networks = listed({
    label: t.tabs.networks,
    columns: networkColumns(currencies),
    query: ways,
    rowId: rowIdOf,
    empty: t.empty,
    panel: (network) => <NetworkPanel row={network} others={ways.data} onClose={close} />,
  });
  const banks = listed({
    label: t.tabs.banks,
    columns: bankColumns(currencies),
    query: { ...settings, data: settings.data?.bank_accounts },
    rowId: ({ currency_id }) => currency_id,
    empty: t.emptyBanks,
    panel: (bank) => <BankPanel row={bank} others={settings.data?.bank_accounts} onClose={close} />,
  });
  const label = { networks: t.newNetwork, limits: undefined, banks: t.newBank }[tab];
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      tabs={tabs}
      record={record}
      add={label === undefined ? undefined : { act: 'saveChainTerms', label }}
      list={{ networks, limits, banks }[tab]}
    />
  );
}
