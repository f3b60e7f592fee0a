import { LoadingRows, Pending, useAction } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import { Checkbox, Confirm, EmptyState, formatAmount, formatPrice, toast } from '@fairlead/ui';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { SortedNote } from '../../../app/parts/SortedNote.tsx';
import type { Whole } from '../../../app/parts/use-whole.ts';
import { setConfirmation, useConfirmation } from '../../../data/account/settings.ts';
import { trimAmount } from '../amounts.ts';
import { waitingHoldText } from '../figures.ts';
import { AmendWaiting, EditStops, PositionDetail, WaitingTable } from './late.ts';
import { PositionTitle } from './PositionTerms.tsx';
import { useLivePositions, type usePositions } from './use-positions.ts';

export interface WaitingListProps {
  query: ReturnType<typeof usePositions>;
  whole: Whole<Position>;
}

/** What waits for its limit, with cancel and stops. */
export function WaitingList({ query, whole }: WaitingListProps) {
  const t = useTranslations('futures');
  const isWide = useIsWide();
  const asksFirst = useConfirmation('cancel_order');
  const live = useLivePositions(whole.list);
  const [detail, setDetail] = useState<Position>();
  const [editing, setEditing] = useState<number>();
  const [amending, setAmending] = useState<number>();
  const [asking, setAsking] = useState<Position>();
  const cancel = useAction('closePosition', {
    invalidates: ['positions', 'wallet'],
    onSuccess: ({ position }) =>
      toast({
        kind: 'good',
        text: t('cancelling.done'),
        detail: t('number', { id: String(position.id) }),
      }),
  });
  const run = async (position: Position) => {
    await cancel.run({ position_id: position.id });
    setAsking(undefined);
  };
  const ask = (position: Position) => (asksFirst ? setAsking(position) : void run(position));
  if (query.data === undefined) {
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('listFailed')}
      />
    );
  }
  if (live.length === 0) return <EmptyState>{t('noWaiting')}</EmptyState>;
  return (
    <>
      {isWide ? (
        <Suspense fallback={<LoadingRows count={2} mark={false} />}>
          <WaitingTable
            label={t('waiting')}
            positions={live}
            isCancelling={cancel.isRunning}
            onDetail={setDetail}
            onEditStops={setEditing}
            onAmend={setAmending}
            onCancel={ask}
          />
        </Suspense>
      ) : (
        <ul aria-label={t('waiting')}>
          {live.map(({ position, held }) => (
            <WaitingRow
              key={position.id}
              position={position}
              frozen={held && waitingHoldText(position, held)}
              isCancelling={cancel.isRunning}
              onDetail={setDetail}
              onEditStops={() => setEditing(position.id)}
              onAmend={() => setAmending(position.id)}
              onCancel={() => ask(position)}
            />
          ))}
        </ul>
      )}
      <SortedNote {...whole} shown={live.length} />
      <Suspense fallback={null}>
        <PositionDetail position={detail} onClose={() => setDetail(undefined)} />
        <EditStops
          live={live.find(({ position }) => position.id === editing)}
          onClose={() => setEditing(undefined)}
        />
        <AmendWaiting
          position={live.find(({ position }) => position.id === amending)?.position}
          onClose={() => setAmending(undefined)}
        />
      </Suspense>
      <CancelQuestion
        position={asking}
        isRunning={cancel.isRunning}
        onClose={() => setAsking(undefined)}
        onConfirm={(position) => void run(position)}
      />
    </>
  );
}

interface CancelQuestionProps {
  /** Undefined closes it. */
  position: Position | undefined;
  isRunning: boolean;
  onClose: () => void;
  onConfirm: (position: Position) => void;
}

/** Asked before an order is taken back, unless that was switched off. */
function CancelQuestion({ position, isRunning, onClose, onConfirm }: CancelQuestionProps) {
  const t = useTranslations('futures.cancelling');
  const asks = useConfirmation('cancel_order');
  return (
    <Confirm
      open={position !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      cancelLabel={t('keep')}
      confirmLabel={t('confirm')}
      variant="danger"
      busy={isRunning}
      onConfirm={() => position && onConfirm(position)}
    >
      <p>{t('text')}</p>
      <Checkbox
        checked={!asks}
        onCheckedChange={(isOff) => setConfirmation('cancel_order', !isOff)}
      >
        {t('dontAsk')}
      </Checkbox>
    </Confirm>
  );
}

interface WaitingRowProps {
  position: Position;
  /** Decimal text; undefined until the currencies are known. */
  frozen: string | undefined;
  isCancelling: boolean;
  onDetail: (position: Position) => void;
  onEditStops: () => void;
  onAmend: () => void;
  onCancel: () => void;
}

function WaitingRow(props: WaitingRowProps) {
  const { position, frozen, isCancelling, onDetail, onEditStops, onAmend, onCancel } = props;
  const t = useTranslations('futures');
  const { take_profit, stop_loss } = position;
  return (
    <li className="relative border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <PositionTitle position={position} onDetail={onDetail} />
        <button
          type="button"
          className="relative -my-3 ms-auto h-11 ps-4 font-medium text-brand"
          aria-label={t('amending.of', { id: String(position.id) })}
          onClick={onAmend}
        >
          {t('edit')}
        </button>
        <button
          type="button"
          className="relative -my-3 h-11 ps-2 font-medium text-brand disabled:text-disabled"
          aria-label={t('cancelOf', { id: String(position.id) })}
          disabled={isCancelling}
          onClick={onCancel}
        >
          {t('cancel')}
        </button>
      </div>
      <div className="mt-1 flex justify-between gap-3 text-12">
        <span>{t('limitAt', { price: formatPrice(position.price) })}</span>
        <span className="text-muted">
          {t('frozenAmount', {
            amount: formatAmount(frozen && trimAmount(frozen), undefined, position.currency),
          })}
        </span>
      </div>
      <div className="mt-0.5 flex items-center justify-between gap-3 text-12 text-muted">
        <span>
          {t('takeProfit')} {formatPrice(take_profit)}, {t('stopLoss')} {formatPrice(stop_loss)}
        </span>
        <button
          type="button"
          className="relative -my-3 h-11 ps-4 text-14 font-medium text-brand"
          onClick={onEditStops}
        >
          {t('editStops')}
        </button>
      </div>
    </li>
  );
}
