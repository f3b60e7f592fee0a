import type { Position } from '@fairlead/contract';
import { formatAmount, formatDate, formatPrice, IconButton } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { type SortColumn, SortTable } from '../../../../app/parts/SortTable.tsx';
import { units } from '../../../../app/parts/two-figures.tsx';
import { trimAmount } from '../../amounts.ts';
import { waitingHoldText } from '../../figures.ts';
import type { LivePosition } from '../use-positions.ts';
import { Hidden, PairCell, StopsCell, useHelp } from './cells.tsx';

export interface WaitingTableProps {
  label: string;
  positions: readonly LivePosition[];
  isCancelling: boolean;
  onDetail: (position: Position) => void;
  onEditStops: (id: number) => void;
  onAmend: (id: number) => void;
  onCancel: (position: Position) => void;
}

type Row = LivePosition & { readonly id: number };

const ROOMY_PX = 600;

/** What waits for its limit, a line each. */
export function WaitingTable(props: WaitingTableProps) {
  const { label, positions, isCancelling, onDetail, onEditStops, onAmend, onCancel } = props;
  const t = useTranslations('futures');
  const columns = useColumns(onDetail);
  return (
    <SortTable<Row>
      label={label}
      rows={positions.map((live) => ({ ...live, id: live.position.id }))}
      columnsOf={(width) =>
        width < ROOMY_PX ? columns.filter(({ id }) => id === 'pair' || id === 'limit') : columns
      }
      acts={({ id, position }) => (
        <span className="-my-1 inline-flex items-center">
          <IconButton
            icon="draw"
            iconSize={16}
            title={t('edit')}
            label={t('amending.of', { id: String(id) })}
            onClick={() => onAmend(id)}
          />
          <IconButton
            icon="shield"
            iconSize={16}
            title={t('editStops')}
            label={`${t('editStops')}, ${t('number', { id: String(id) })}`}
            onClick={() => onEditStops(id)}
          />
          <button
            type="button"
            className="h-9 px-1.5 font-medium text-brand disabled:text-disabled"
            aria-label={t('cancelOf', { id: String(id) })}
            disabled={isCancelling}
            onClick={() => onCancel(position)}
          >
            {t('cancel')}
          </button>
        </span>
      )}
    />
  );
}

function useColumns(onDetail: (position: Position) => void): readonly SortColumn<Row>[] {
  const t = useTranslations('futures');
  const markets = useTranslations('markets');
  const assets = useTranslations('assets');
  const locale = useLocale();
  const help = useHelp();
  const holdOf = ({ position, held }: Row) => held && waitingHoldText(position, held);
  return [
    {
      ...{ id: 'time', name: t('detail.placedAt'), look: 'time' },
      keyOf: ({ position }) => BigInt(position.created_at),
      cellOf: ({ position }) => (
        <span className="text-muted">{formatDate(position.created_at, 'dayMinute', locale)}</span>
      ),
    },
    {
      ...{ id: 'pair', name: markets('name'), look: 'word' },
      keyOf: ({ position }) => position.symbol,
      cellOf: ({ position }) => <PairCell {...{ position, onDetail }} />,
    },
    {
      ...{ id: 'limit', name: t('limit'), look: 'figure', help: help.limit },
      keyOf: ({ position }) => units(position.price),
      cellOf: ({ position }) => formatPrice(position.price),
    },
    {
      ...{ id: 'frozen', name: assets('frozen'), look: 'figure', help: help.frozen },
      keyOf: (row) => units(holdOf(row)),
      cellOf: (row) => {
        const hold = holdOf(row);
        return (
          <Hidden>
            {formatAmount(hold && trimAmount(hold), undefined, row.position.currency)}
          </Hidden>
        );
      },
    },
    {
      ...{ id: 'stops', name: t('stopsShort'), look: 'figure' },
      keyOf: ({ position }) => units(position.take_profit ?? position.stop_loss),
      cellOf: ({ position }) => <StopsCell position={position} />,
    },
  ];
}
