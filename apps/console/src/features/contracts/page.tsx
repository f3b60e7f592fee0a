import { useApi } from '@fairlead/calls';
import { useCurrencies, useNoticeHours } from '../../data/use-config.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { termTexts } from '../../terms/texts.ts';
import { currencyColumns, futuresColumns, nameOf, optionColumns } from './columns.tsx';
import { FuturesPanel, OptionCurrencyPanel, OptionsPanel } from './panels.tsx';
import { contractTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const POLL_MS = 15_000;

/** Rows have no number of their own: their place in the list is it, from 1. */
const placed = <Row extends object>(rows: readonly Row[] | undefined) =>
  rows?.map((row, index) => ({ ...row, place: index + 1 }));
const placeOf = ({ place }: { place: number }): number => place;

/** What futures and options are sold under. */
export function Page() {
  const noticeHours = useNoticeHours();
  const tabs = tabsOf(['futures', 'options', 'currencies'], useFilters(DEFAULTS), t);
  const tab = tabs.value;
  const record = useRecord();
  const { close } = record;
  const currencies = useCurrencies();
  const futures = useApi('operatorFutures', {}, { pollMs: POLL_MS });
  const options = useApi('operatorOptions', {}, { pollMs: POLL_MS, enabled: tab !== 'futures' });
  const markets = options.data?.markets;
  const paid = options.data?.currencies;
  const shared = { label: t.tabs[tab], empty: t.empty[tab], rowId: placeOf };
  const lists = {
    futures: listed({
      ...shared,
      columns: futuresColumns,
      query: { ...futures, data: placed(futures.data) },
      panel: (row) => (
        <FuturesPanel row={withoutPlace(row)} taken={symbolsOf(futures.data)} onClose={close} />
      ),
    }),
    options: listed({
      ...shared,
      columns: optionColumns,
      query: { ...options, data: placed(markets) },
      panel: (row) => (
        <OptionsPanel row={withoutPlace(row)} taken={symbolsOf(markets)} onClose={close} />
      ),
    }),
    currencies: listed({
      ...shared,
      columns: currencyColumns(currencies),
      query: { ...options, data: placed(paid) },
      panel: (row) => (
        <OptionCurrencyPanel
          row={withoutPlace(row)}
          taken={paid?.map(({ currency_id }) => nameOf(currencies, currency_id)) ?? []}
          onClose={close}
        />
      ),
    }),
  };
  return (
    <ListPage
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      tabs={tabs}
      record={record}
      add={{ act: 'operatorSaveFutures', label: t.newTerms[tab] }}
      list={lists[tab]}
    />
  );
}

const symbolsOf = (rows: readonly { readonly symbol: string }[] | undefined): readonly string[] =>
  rows?.map(({ symbol }) => symbol) ?? [];

/** The terms alone: a form holds nothing else. */
function withoutPlace<Row extends { place: number }>(
  row: Row | undefined,
): Omit<Row, 'place'> | undefined {
  if (row === undefined) return undefined;
  const { place: _, ...terms } = row;
  return terms;
}
