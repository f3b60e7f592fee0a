import type { OptionOrder } from '@fairlead/contract';
import { formatAmount, Tag, Triangle } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { SortColumn } from '../../../../app/parts/SortTable.tsx';
import { units } from '../../../../app/parts/two-figures.tsx';
import { tidyMoney } from '../../option-rules.ts';

const stakeOf = ({ amount, currency }: OptionOrder): string =>
  formatAmount(tidyMoney(amount), undefined, currency);

interface PairCellProps {
  order: OptionOrder;
  /** There is no column for the stake. */
  hasStake?: boolean;
  onOpen: (order: OptionOrder) => void;
}

/** Direction and pair over the time that it runs; opens the rest of it. */
function PairCell({ order, hasStake = false, onOpen }: PairCellProps) {
  const t = useTranslations('options');
  const { id, direction, symbol } = order;
  const seconds = String(order.seconds);
  return (
    <button
      type="button"
      className="hit block py-1 text-start"
      aria-label={t('settled.row', { id: String(id) })}
      onClick={() => onOpen(order)}
    >
      <span className="flex items-center gap-1.5">
        <Tag kind={direction}>
          <Triangle tone={direction} />
          {t(direction)}
        </Tag>
        <span className="font-strong">{symbol}</span>
      </span>
      <span className="block text-muted">
        {hasStake ? t('amountFor', { amount: stakeOf(order), seconds }) : t('seconds', { seconds })}
      </span>
    </button>
  );
}

/** What an order is and costs, whether it runs or not. */
export function useOrderColumns<Row>(
  orderOf: (row: Row) => OptionOrder,
  onOpen: (order: OptionOrder) => void,
) {
  const t = useTranslations('options');
  const markets = useTranslations('markets');
  const pair = {
    ...{ id: 'pair', name: markets('name'), look: 'word' },
    keyOf: (row) => orderOf(row).symbol,
    cellOf: (row) => <PairCell order={orderOf(row)} onOpen={onOpen} />,
  } satisfies SortColumn<Row>;
  return {
    strike: { title: t('term.strike.title'), sentence: t('term.strike.sentence') },
    mean: { title: t('term.mean.title'), sentence: t('term.mean.sentence') },
    pair,
    pairStake: {
      ...pair,
      cellOf: (row) => <PairCell order={orderOf(row)} hasStake onOpen={onOpen} />,
    } satisfies SortColumn<Row>,
    stake: {
      ...{ id: 'stake', name: t('detail.stake'), look: 'figure' },
      keyOf: (row) => units(orderOf(row).amount),
      cellOf: (row) => stakeOf(orderOf(row)),
    } satisfies SortColumn<Row>,
  };
}
