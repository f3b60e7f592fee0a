import { LoadingRows, Pending } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import { EmptyState } from '@fairlead/ui';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { SortedNote } from '../../../app/parts/SortedNote.tsx';
import type { Whole } from '../../../app/parts/use-whole.ts';
import { ClosePosition } from './ClosePosition.tsx';
import { AddMargin, EditStops, PositionDetail, PositionTable, ReversePosition } from './late.ts';
import { PositionCard } from './PositionCard.tsx';
import { PositionTotals } from './PositionTotals.tsx';
import type { LivePosition, usePositions } from './use-positions.ts';

export interface HoldingListProps {
  query: ReturnType<typeof usePositions>;
  positions: readonly LivePosition[];
  whole: Whole<Position>;
}

type Open = {
  readonly kind: 'detail' | 'stops' | 'margin' | 'reverse' | 'close';
  readonly id: number;
};

/** What is held, with what can be done with each. */
export function HoldingList({ query, positions, whole }: HoldingListProps) {
  const t = useTranslations('futures');
  const isWide = useIsWide();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (query.data === undefined) {
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('listFailed')}
      />
    );
  }
  if (positions.length === 0) return <EmptyState>{t('noPositions')}</EmptyState>;
  const show = (kind: Open['kind']) => (position: Position) => setOpen({ kind, id: position.id });
  const found = (kind: Open['kind']) =>
    open?.kind === kind ? positions.find(({ position }) => position.id === open.id) : undefined;
  const acts = {
    onDetail: show('detail'),
    onEditStops: show('stops'),
    onAddMargin: show('margin'),
    onReverse: show('reverse'),
    onClose: show('close'),
  };
  return (
    <>
      <PositionTotals
        positions={positions}
        isWhole={positions.length >= whole.total}
        summary={query.data.summary}
      />
      {isWide ? (
        <>
          <SortedNote {...whole} shown={positions.length} />
          <Suspense fallback={<LoadingRows count={2} mark={false} />}>
            <PositionTable label={t('positions')} positions={positions} {...acts} />
          </Suspense>
        </>
      ) : (
        <>
          <ul aria-label={t('positions')}>
            {positions.map((live) => (
              <PositionCard key={live.position.id} live={live} {...acts} />
            ))}
          </ul>
          <SortedNote {...whole} shown={positions.length} />
        </>
      )}
      <Suspense fallback={null}>
        <PositionDetail position={found('detail')?.position} onClose={close} />
        <EditStops live={found('stops')} onClose={close} />
        <AddMargin live={found('margin')} onClose={close} />
        <ReversePosition live={found('reverse')} onClose={close} />
      </Suspense>
      <ClosePosition live={found('close')} onClose={close} />
    </>
  );
}
