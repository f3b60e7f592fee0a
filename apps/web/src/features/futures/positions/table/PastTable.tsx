import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import { EmptyState, formatDate, formatPrice, TextLink } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { SortedNote } from '../../../../app/parts/SortedNote.tsx';
import { type SortColumn, SortTable } from '../../../../app/parts/SortTable.tsx';
import { Two, units } from '../../../../app/parts/two-figures.tsx';
import { useWhole } from '../../../../app/parts/use-whole.ts';
import { resultText } from '../../amounts.ts';
import { receiptHref } from '../../links.ts';
import { priceDecimals } from '../PositionTerms.tsx';
import { ReasonBadge, reasonOf } from '../ReasonBadge.tsx';
import { Hidden, PairCell, useHelp } from './cells.tsx';

export interface PastTableProps {
  label: string;
  status: 'closed' | 'cancelled';
  onDetail: (position: Position) => void;
}

const LIMIT = 100;
const ROOMY_PX = 600;

/** Positions that are over, or orders that never opened, a line each. */
export function PastTable({ label, status, onDetail }: PastTableProps) {
  const t = useTranslations('futures');
  const query = useApi('positions', { status, page: 1, limit: LIMIT });
  const whole = useWhole('positions', { filter: { status }, first: query.data });
  const columns = useColumns(status, onDetail);
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('listFailed')}
      />
    );
  if (whole.list.length === 0) return <EmptyState>{t(`past.none.${status}`)}</EmptyState>;
  return (
    <>
      <SortedNote {...whole} shown={whole.list.length} />
      <SortTable<Position>
        label={label}
        rows={whole.list}
        columnsOf={(width) =>
          width < ROOMY_PX ? columns.filter(({ id }) => id !== 'time') : columns
        }
        acts={({ receipt_id }) =>
          receipt_id !== undefined && (
            <TextLink className="px-1.5" href={receiptHref(receipt_id)} chevron>
              {t('receipt')}
            </TextLink>
          )
        }
      />
    </>
  );
}

const endedAt = ({ closed_at, updated_at }: Position): number => closed_at ?? updated_at;

function useColumns(
  status: PastTableProps['status'],
  onDetail: PastTableProps['onDetail'],
): readonly SortColumn<Position>[] {
  const t = useTranslations('futures');
  const markets = useTranslations('markets');
  const reasons = useTranslations('futures.reason');
  const locale = useLocale();
  const help = useHelp();
  const ended = (position: Position) => formatDate(endedAt(position), 'dayMinute', locale);
  const prices: SortColumn<Position> = {
    ...{ id: 'prices', name: t('detail.openPrice'), under: t('detail.closePrice'), look: 'figure' },
    keyOf: ({ open_price }) => units(open_price),
    cellOf: (position) => (
      <Two
        over={formatPrice(position.open_price)}
        under={formatPrice(position.close_price, priceDecimals(position))}
      />
    ),
  };
  const limit: SortColumn<Position> = {
    ...{ id: 'limit', name: t('limit'), look: 'figure' },
    keyOf: ({ price }) => units(price),
    cellOf: ({ price }) => formatPrice(price),
  };
  const net: SortColumn<Position> = {
    ...{ id: 'net', name: t('summary.pnl'), look: 'figure', help: help.net },
    keyOf: ({ net_pnl }) => units(net_pnl),
    cellOf: ({ net_pnl }) => <Net text={net_pnl} />,
  };
  return [
    {
      ...{ id: 'time', name: t(`past.${status}`), look: 'time' },
      keyOf: (position) => BigInt(endedAt(position)),
      cellOf: (position) => <span className="text-muted">{ended(position)}</span>,
    },
    {
      ...{ id: 'pair', name: markets('name'), look: 'word' },
      keyOf: ({ symbol }) => symbol,
      cellOf: (position) => <PairCell {...{ position, onDetail }} />,
    },
    ...(status === 'closed' ? [prices, net] : [limit]),
    {
      ...{ id: 'reason', name: t('whyShort'), look: 'word' },
      keyOf: (position) => reasons(reasonOf(position)),
      cellOf: (position) => <ReasonBadge position={position} />,
    },
  ];
}

function Net({ text }: { text: string | undefined }) {
  const tone =
    text === undefined || !/[1-9]/.test(text)
      ? ''
      : text.startsWith('-')
        ? 'text-fall'
        : 'text-rise';
  return (
    <span className={`font-strong ${tone}`}>
      <Hidden>{resultText(text)}</Hidden>
    </span>
  );
}
