import { useApi } from '@fairlead/calls';
import type { FuturesTermsView, OptionTermsView } from '@fairlead/contract';
import { useMay } from '../../data/acts.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { currencyChoices } from '../../terms/units.ts';
import { nameOf, type OptionCurrencyRow, openBadge } from './columns.tsx';
import { contractTexts as t } from './texts.ts';

interface RecordPanelProps<Row> {
  /** Undefined for new terms. */
  row: Row | undefined;
  /** Those that have terms: new ones are for another. */
  taken: readonly string[];
  onClose: () => void;
}

/** Markets without terms of this product, for who may propose some. */
function useMarketChoices(taken: readonly string[], isEnabled: boolean) {
  const markets = useApi('operatorMarkets', {}, { enabled: isEnabled });
  return (markets.data ?? [])
    .filter(({ symbol, state }) => !taken.includes(symbol) && state !== 'closed')
    .map(({ symbol }) => [symbol, symbol] as const);
}

export function FuturesPanel({ row, taken, onClose }: RecordPanelProps<FuturesTermsView>) {
  const mayEdit = useMay('operatorSaveFutures');
  const symbols = useMarketChoices(taken, mayEdit && row === undefined);
  return (
    <TermsPanel
      kind="futures"
      title={row === undefined ? t.newTerms.futures : t.panel.futures(row.symbol)}
      badge={row && openBadge(row.is_open)}
      row={row}
      choices={{ symbol: symbols }}
      subject={row && `futures ${row.symbol}`}
      onClose={onClose}
    />
  );
}

export function OptionsPanel({ row, taken, onClose }: RecordPanelProps<OptionTermsView>) {
  const mayEdit = useMay('operatorSaveOptions');
  const symbols = useMarketChoices(taken, mayEdit && row === undefined);
  return (
    <TermsPanel
      kind="options"
      title={row === undefined ? t.newTerms.options : t.panel.options(row.symbol)}
      badge={row && openBadge(row.is_open)}
      row={row}
      choices={{ symbol: symbols }}
      subject={row && `options ${row.symbol}`}
      onClose={onClose}
    />
  );
}

export function OptionCurrencyPanel({ row, taken, onClose }: RecordPanelProps<OptionCurrencyRow>) {
  const currencies = useCurrencies();
  const name = row && nameOf(currencies, row.currency_id);
  const choices = currencyChoices(currencies).filter(([, each]) => !taken.includes(each));
  return (
    <TermsPanel
      kind="option_currency"
      title={name === undefined ? t.newTerms.currencies : t.panel.currencies(name)}
      badge={row && openBadge(row.is_open)}
      row={row}
      choices={{ currency_id: choices }}
      subject={name && `option_currency ${name}`}
      onClose={onClose}
    />
  );
}
