import { Select, TabPanel, Tabs } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { ExportLink } from '../../app/parts/ExportLink.tsx';
import { Screen } from '../../app/Screen.tsx';
import { useQuotations } from '../../data/markets/quotations.ts';
import { OptionHistory } from '../../features/options/orders/OptionHistory.tsx';

const STATUSES = ['open', 'settled'] as const;
type Status = (typeof STATUSES)[number];

/** All option orders of the user: `?status=settled&symbol=BTC/USDT`. */
export function Page() {
  const t = useTranslations('options');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { data: list } = useQuotations();
  const status = STATUSES.find((one) => one === search.get('status')) ?? 'settled';
  const symbol = search.get('symbol') ?? undefined;
  const show = (next: { status: Status; symbol: string | undefined }) => {
    const { symbol: chosen, ...rest } = next;
    const query = chosen === undefined ? rest : { ...rest, symbol: chosen };
    navigate(href('pages/option/orders', query).slice(1), { replace: true });
  };
  return (
    <Screen title={t('history.title')} className="pb-6" right={<ExportLink what="options" />}>
      <Tabs<Status>
        id="option-orders"
        label={t('history.tabs')}
        value={status}
        items={STATUSES.map((value) => ({ value, label: t(`history.${value}`) }))}
        onValueChange={(next) => show({ status: next, symbol })}
      />
      <TabPanel id="option-orders" value={status}>
        <MarketFilter
          symbol={symbol}
          symbols={list?.filter(({ option }) => option).map((market) => market.symbol) ?? []}
          onChoose={(next) => show({ status, symbol: next })}
        />
        <OptionHistory key={`${status} ${symbol}`} status={status} symbol={symbol} />
      </TabPanel>
    </Screen>
  );
}

interface MarketFilterProps {
  /** Undefined is all of them. */
  symbol: string | undefined;
  symbols: readonly string[];
  onChoose: (symbol: string | undefined) => void;
}

const ALL = 'all';

/** One market or all of them. */
function MarketFilter({ symbol, symbols, onChoose }: MarketFilterProps) {
  const t = useTranslations('options.history');
  const common = useTranslations('common');
  // One that is no longer sold still has orders.
  const known = symbol === undefined || symbols.includes(symbol) ? symbols : [symbol, ...symbols];
  return (
    <Select
      className="gutter w-fit py-2"
      size={36}
      label={t('market')}
      labelHidden
      closeLabel={common('close')}
      value={symbol ?? ALL}
      options={[
        { value: ALL, label: t('allMarkets') },
        ...known.map((value) => ({ value, label: value })),
      ]}
      onValueChange={(value) => onChoose(value === ALL ? undefined : value)}
    />
  );
}
