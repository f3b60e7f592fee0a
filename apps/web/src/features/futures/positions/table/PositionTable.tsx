import { formatAmount, formatPrice } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { type SortColumn, SortTable } from '../../../../app/parts/SortTable.tsx';
import { Two, units } from '../../../../app/parts/two-figures.tsx';
import { ratioText, resultDecimals, resultOf, shareText } from '../../amounts.ts';
import { ActButtons, type PositionActs } from '../ActButtons.tsx';
import { Levels } from '../Levels.tsx';
import { toneOf } from '../PositionCard.tsx';
import { priceDecimals } from '../PositionTerms.tsx';
import type { LivePosition } from '../use-positions.ts';
import { Hidden, PairCell, StopsCell, useHelp } from './cells.tsx';

export interface PositionTableProps extends PositionActs {
  label: string;
  positions: readonly LivePosition[];
}

type Row = LivePosition & { readonly id: number };

/** From here on stops have a column, and from there on every figure. */
const SOME_PX = 620;
const ALL_PX = 920;

/** What is held, a line each, sorted by any column. */
export function PositionTable(props: PositionTableProps) {
  const { label, positions, ...acts } = props;
  const rows = positions.map((live) => ({ ...live, id: live.position.id }));
  const columns = useColumns(acts);
  return (
    <SortTable<Row>
      label={label}
      rows={rows}
      columnsOf={(width) => {
        const { pair, open, openIndex, index, end, endRatio, ratio, stops } = columns;
        const { net, netMargin, margin } = columns;
        if (width < SOME_PX) return [pair, netMargin, openIndex, endRatio];
        return width < ALL_PX
          ? [pair, netMargin, openIndex, endRatio, stops]
          : [pair, net, open, index, end, ratio, margin, stops];
      }}
      acts={({ position }) => (
        <span className="-my-1 inline-flex">
          <ActButtons {...acts} position={position} isRow />
        </span>
      )}
      below={({ position }) => (position.levels?.length ?? 0) > 0 && <Levels position={position} />}
      isFaded={({ isStale }) => isStale}
    />
  );
}

function useColumns({ onDetail }: PositionActs) {
  const t = useTranslations('futures');
  const markets = useTranslations('markets');
  const help = useHelp();
  const openOf = ({ position }: Row) => formatPrice(position.open_price);
  const endOf = ({ position }: Row) =>
    formatPrice(position.liquidation_price, priceDecimals(position));
  const open = {
    ...{ id: 'open', name: t('opened_at'), look: 'figure' },
    keyOf: ({ position }: Row) => units(position.open_price),
    cellOf: openOf,
  } satisfies SortColumn<Row>;
  const end = {
    ...{ id: 'end', name: t('liquidation'), look: 'figure', help: help.liquidation },
    keyOf: ({ position }: Row) => units(position.liquidation_price),
    cellOf: endOf,
  } satisfies SortColumn<Row>;
  const ratio = {
    ...{ id: 'ratio', name: t('ratio'), look: 'figure', isLive: true, help: help.ratio },
    keyOf: ({ live }: Row) => live?.ratioPpm,
    cellOf: (row: Row) => <Ratio {...row} />,
  } satisfies SortColumn<Row>;
  const index = {
    ...{ id: 'index', name: t('index'), look: 'figure', isLive: true },
    keyOf: ({ price }: Row) => price,
    cellOf: (row: Row) => <Index {...row} />,
  } satisfies SortColumn<Row>;
  const margin = {
    ...{ id: 'margin', name: t('margin'), look: 'figure', help: help.margin },
    keyOf: ({ position }: Row) => units(position.margin),
    cellOf: (row: Row) => <Margin {...row} />,
  } satisfies SortColumn<Row>;
  const net = {
    ...{ id: 'net', name: t('summary.pnl'), look: 'figure', isLive: true, help: help.net },
    keyOf: ({ live }: Row) => live?.net,
    cellOf: (row: Row) => <Two over={<Net {...row} />} under={<Share {...row} />} />,
  } satisfies SortColumn<Row>;
  return {
    ...{ open, end, ratio, index },
    pair: {
      ...{ id: 'pair', name: markets('name'), look: 'word' },
      keyOf: ({ position }: Row) => position.symbol,
      cellOf: ({ position }: Row) => <PairCell {...{ position, onDetail }} />,
    } satisfies SortColumn<Row>,
    openIndex: {
      ...open,
      under: t('index'),
      cellOf: (row: Row) => <Two over={openOf(row)} under={<Index {...row} />} />,
    },
    endRatio: {
      ...end,
      under: t('ratio'),
      underHelp: help.ratio,
      cellOf: (row: Row) => <Two over={endOf(row)} under={<Ratio {...row} />} />,
    },
    margin,
    net,
    netMargin: {
      ...net,
      under: t('margin'),
      underHelp: help.margin,
      cellOf: (row: Row) => (
        <Two
          over={
            <>
              <Net {...row} /> <Share {...row} />
            </>
          }
          under={<Margin {...row} />}
        />
      ),
    },
    stops: {
      ...{ id: 'stops', name: t('stopsShort'), look: 'figure' },
      keyOf: ({ position }: Row) => units(position.take_profit ?? position.stop_loss),
      cellOf: ({ position }: Row) => <StopsCell position={position} />,
    } satisfies SortColumn<Row>,
  };
}

function Index({ position, index }: Row) {
  return (
    <span className="fl-price">
      {formatPrice(index?.price ?? position.current_price, priceDecimals(position))}
    </span>
  );
}

function Ratio({ live }: Row) {
  return <span className={toneOf(live?.ratioPpm)}>{ratioText(live?.ratioPpm)}</span>;
}

const tone = (net: bigint | undefined): string =>
  net === undefined || net === 0n ? '' : net > 0n ? 'text-rise' : 'text-fall';

/** After fees. */
function Net({ live, held }: Row) {
  return (
    <span className={`font-strong ${tone(live?.net)}`}>
      <Hidden>{resultOf(live?.net, held?.quoteScale ?? 2)}</Hidden>
    </span>
  );
}

/** How much of the margin that is. */
function Share({ live }: Row) {
  return live && <span className={tone(live.net)}>{shareText(live.sharePpm)}</span>;
}

function Margin({ position, held }: Row) {
  return <Hidden>{formatAmount(position.margin, resultDecimals(held?.quoteScale ?? 2))}</Hidden>;
}
