import { TabPanel, Tabs } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ExportLink } from '../../app/ExportLink.tsx';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useQuotations } from '../../data/quotations.ts';
import { MarketFilter } from '../../features/options/MarketFilter.tsx';
import { OptionHistory } from '../../features/options/OptionHistory.tsx';

const STATUSES = ['open', 'settled'] as const;
type Status = (typeof STATUSES)[number];

/** All option orders of the user: `?status=settled&symbol=BTC/USDT`. */
export function Page() {
  const t = useTranslations('options');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { list } = useQuotations();
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
