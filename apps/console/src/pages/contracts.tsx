import { Button, Tabs } from '@fairlead/ui';
import { useMemo } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { useCurrencies, useNoticeHours } from '../data/use-config.ts';
import {
  currencyColumns,
  futuresColumns,
  nameOf,
  optionColumns,
} from '../features/contracts/columns.tsx';
import { FuturesPanel, OptionCurrencyPanel, OptionsPanel } from '../features/contracts/panels.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useRecord } from '../table/use-record.ts';
import { wholeList } from '../table/whole-list.ts';
import { contractTexts as t } from '../texts/contracts.ts';
import { termTexts } from '../texts/terms.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['futures', 'options', 'currencies'] as const;
type Tab = (typeof TABS)[number];
const POLL_MS = 15_000;
const noPages = (): void => undefined;

/** Rows have no number of their own: their place in the list is it, from 1. */
const placed = <Row extends object>(rows: readonly Row[] | undefined) =>
  rows?.map((row, index) => ({ ...row, place: index + 1 }));
const placeOf = ({ place }: { place: number }): number => place;

/** What futures and options are sold under. */
export function Page() {
  const noticeHours = useNoticeHours();
  const { values, set } = useFilters(DEFAULTS);
  const tab: Tab = TABS.find((name) => name === values.tab) ?? 'futures';
  const record = useRecord();
  const { isNew, openId, choice, close } = record;
  const currencies = useCurrencies();
  const mayEdit = useMay('operatorSaveFutures');
  const futuresQuery = useApi('operatorFutures', {}, { pollMs: POLL_MS });
  const optionsQuery = useApi(
    'operatorOptions',
    {},
    { pollMs: POLL_MS, enabled: tab !== 'futures' },
  );
  const futures = placed(futuresQuery.data);
  const options = placed(optionsQuery.data?.markets);
  const paid = placed(optionsQuery.data?.currencies);
  const paidColumns = useMemo(() => currencyColumns(currencies), [currencies]);
  const opened = <Row extends { place: number }>(rows: readonly Row[] | undefined) =>
    rows?.find(({ place }) => place === openId);
  const [futuresRow, optionsRow, paidRow] = [opened(futures), opened(options), opened(paid)];
  const key = isNew ? 'new' : openId;
  const panels = {
    futures: (isNew || futuresRow) && (
      <FuturesPanel
        key={key}
        row={withoutPlace(futuresRow)}
        taken={futures?.map(({ symbol }) => symbol) ?? []}
        onClose={close}
      />
    ),
    options: (isNew || optionsRow) && (
      <OptionsPanel
        key={key}
        row={withoutPlace(optionsRow)}
        taken={options?.map(({ symbol }) => symbol) ?? []}
        onClose={close}
      />
    ),
    currencies: (isNew || paidRow) && (
      <OptionCurrencyPanel
        key={key}
        row={withoutPlace(paidRow)}
        taken={paid?.map(({ currency_id }) => nameOf(currencies, currency_id)) ?? []}
        onClose={close}
      />
    ),
  };
  const table = {
    rowId: placeOf,
    choice,
    onPage: noPages,
    label: t.tabs[tab],
    empty: t.empty[tab],
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      actions={
        mayEdit && (
          <Button size={44} icon="plus" onClick={record.begin}>
            {t.newTerms[tab]}
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
          set({ tab: value === 'futures' ? '' : value });
        }}
      />
      {tab === 'futures' && (
        <DataTable
          {...table}
          columns={futuresColumns}
          query={wholeList({ ...futuresQuery, data: futures })}
        />
      )}
      {tab === 'options' && (
        <DataTable
          {...table}
          columns={optionColumns}
          query={wholeList({ ...optionsQuery, data: options })}
        />
      )}
      {tab === 'currencies' && (
        <DataTable
          {...table}
          columns={paidColumns}
          query={wholeList({ ...optionsQuery, data: paid })}
        />
      )}
    </PageFrame>
  );
}

/** The terms alone: a form holds nothing else. */
function withoutPlace<Row extends { place: number }>(
  row: Row | undefined,
): Omit<Row, 'place'> | undefined {
  if (row === undefined) return undefined;
  const { place: _, ...terms } = row;
  return terms;
}
