import type { OptionOrder } from '@fairlead/contract';
import { formatDate, formatPrice, formatSigned } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { type SortColumn, SortTable } from '../../../../app/parts/SortTable.tsx';
import { Two, units } from '../../../../app/parts/two-figures.tsx';
import { tidyMoney } from '../../option-rules.ts';
import { useDecimals } from '../../use-option-rules.ts';
import { decimalsApart, profitTone } from '../orders.ts';
import { ReceiptLink } from '../parts.tsx';
import { useOrderColumns } from './cells.tsx';

export interface SettledTableProps {
  label: string;
  orders: readonly OptionOrder[];
  onOpen: (order: OptionOrder) => void;
}

/** Less is no room for the prices, or for when it was: what is opened says it, and the order of the rows. */
const SOME_PX = 440;
const ROOMY_PX = 560;

/** What was decided, a line each, sorted by any column. */
export function SettledTable({ label, orders, onOpen }: SettledTableProps) {
  const t = useTranslations('options');
  const { time, pair, pairStake, stake, prices, profit } = useColumns(onOpen);
  return (
    <SortTable<OptionOrder>
      label={label}
      rows={orders}
      columnsOf={(width) => {
        if (width < SOME_PX) return [pairStake, profit];
        const all = [pair, stake, prices, profit];
        return width < ROOMY_PX ? all : [time, ...all];
      }}
      acts={({ receipt_id }) =>
        receipt_id !== undefined && (
          <ReceiptLink id={receipt_id} className="hit px-1.5">
            {t('receipt')}
          </ReceiptLink>
        )
      }
    />
  );
}

const endedAt = ({ settled_at, delivers_at }: OptionOrder): number => settled_at ?? delivers_at;

function useColumns(onOpen: SettledTableProps['onOpen']) {
  const t = useTranslations('options');
  const locale = useLocale();
  const { strike, mean, ...columns } = useOrderColumns((order: OptionOrder) => order, onOpen);
  return {
    ...columns,
    time: {
      ...{ id: 'time', name: t('detail.delivers'), look: 'time' },
      keyOf: (order) => BigInt(endedAt(order)),
      cellOf: (order) => (
        <span className="text-muted">{formatDate(endedAt(order), 'dayMinute', locale)}</span>
      ),
    } satisfies SortColumn<OptionOrder>,
    prices: {
      ...{ id: 'strike', name: strike.title, look: 'figure', help: strike },
      ...{ under: t('ended.mean'), underHelp: mean },
      keyOf: ({ purchase_price }) => units(purchase_price),
      cellOf: (order) => <Prices order={order} />,
    } satisfies SortColumn<OptionOrder>,
    profit: {
      ...{ id: 'profit', name: t('detail.profit'), look: 'figure' },
      keyOf: ({ profit }) => units(profit),
      cellOf: (order) => <Ended order={order} />,
    } satisfies SortColumn<OptionOrder>,
  };
}

/** Strike over mean, as finely as tells them apart. */
function Prices({ order }: { order: OptionOrder }) {
  const market = useDecimals(order.symbol);
  const { purchase_price: strike, delivery_price: mean } = order;
  const decimals = mean === undefined ? market : decimalsApart(strike, mean, market);
  return <Two over={formatPrice(strike, decimals)} under={formatPrice(mean, decimals)} />;
}

function Ended({ order: { result = 'refunded', profit } }: { order: OptionOrder }) {
  const t = useTranslations('options.result');
  return (
    <Two
      over={
        <span className={`font-strong ${profitTone(profit)}`}>
          {formatSigned(profit && tidyMoney(profit))}
        </span>
      }
      under={t(result)}
    />
  );
}
