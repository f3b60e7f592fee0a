import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import { EmptyState, formatDate, formatPrice, Masked, Segment, TextLink } from '@fairlead/ui';
import { amountMinor, parseDecimal } from '@fairlead/units';
import { Suspense, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { useSetting } from '../../../data/account/settings.ts';
import { resultText } from '../amounts.ts';
import { receiptHref } from '../links.ts';
import { useScales } from '../use-futures-inputs.ts';
import { PastTable, PositionDetail } from './late.ts';
import { PositionTitle, priceDecimals } from './PositionTerms.tsx';
import { ReasonBadge } from './ReasonBadge.tsx';
import { ResultTerm } from './ResultTerm.tsx';

type Past = 'closed' | 'cancelled';

/** Positions that are over and orders that never opened, newest first. */
export function HistoryList() {
  const t = useTranslations('futures');
  const [state, setState] = useState<Past>('closed');
  const [detail, setDetail] = useState<Position>();
  const isWide = useIsWide();
  return (
    <>
      <div className="gutter pt-3 pb-1">
        <Segment<Past>
          label={t('past.state')}
          size={36}
          value={state}
          options={[
            { value: 'closed', label: t('past.closed') },
            { value: 'cancelled', label: t('past.cancelled') },
          ]}
          onValueChange={setState}
        />
      </div>
      {isWide ? (
        <Suspense fallback={<LoadingRows count={2} mark={false} />}>
          <PastTable key={state} label={t('history')} status={state} onDetail={setDetail} />
        </Suspense>
      ) : (
        <PastList status={state} onDetail={setDetail} />
      )}
      <Suspense fallback={null}>
        <PositionDetail position={detail} onClose={() => setDetail(undefined)} />
      </Suspense>
    </>
  );
}

function PastList({ status, onDetail }: { status: Past; onDetail: (position: Position) => void }) {
  const t = useTranslations('futures');
  const pages = useApiPages('positions', { status });
  return (
    <Listing
      query={pages}
      loading={<LoadingRows count={2} mark={false} />}
      failed={t('listFailed')}
      empty={<EmptyState>{t(`past.none.${status}`)}</EmptyState>}
    >
      {(positions) => (
        <ul aria-label={t('history')}>
          {positions.map((position) => (
            <PastRow key={position.id} position={position} onDetail={onDetail} />
          ))}
        </ul>
      )}
    </Listing>
  );
}

/** What of the result were fees. */
function PastResult({ position }: { position: Position }) {
  const scale = useScales().get(position.currency_id);
  const amount = (text: string) => parseDecimal(text, scale ?? 0);
  const gross = position.realised_pnl === undefined ? undefined : amount(position.realised_pnl);
  const [openFee, closeFee] = [amount(position.open_fee), amount(position.close_fee)];
  if (scale === undefined || gross === undefined) return null;
  if (openFee === undefined || closeFee === undefined) return null;
  return (
    <ResultTerm
      gross={amountMinor(gross)}
      openFee={amountMinor(openFee)}
      closeFee={amountMinor(closeFee)}
      scale={scale}
    />
  );
}

interface PastRowProps {
  position: Position;
  onDetail: (position: Position) => void;
}

function PastRow({ position, onDetail }: PastRowProps) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const { net_pnl, open_price, close_price, price, receipt_id, status } = position;
  const isLoss = net_pnl?.startsWith('-') === true;
  const tone = net_pnl && /[1-9]/.test(net_pnl) ? (isLoss ? 'text-fall' : 'text-rise') : '';
  return (
    <li className="relative border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <PositionTitle position={position} onDetail={onDetail} />
        {status === 'closed' && (
          <span className={`text-16 font-strong whitespace-nowrap ${tone}`}>
            <Masked masked={isHidden} label={common('hidden')}>
              {resultText(net_pnl)}
            </Masked>
          </span>
        )}
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3 text-12">
        <ReasonBadge position={position} />
        {status === 'closed' && !isHidden && (
          // Above the receipt's link, which reaches up into this line.
          <span className="relative z-1 order-last text-muted">
            <PastResult position={position} />
          </span>
        )}
        <span className="me-auto text-muted">
          {formatDate(position.closed_at ?? position.updated_at, 'dayMinute', locale)}
        </span>
      </div>
      <div className="flex min-h-9 items-center justify-between gap-3 text-12">
        <span className="text-muted">
          {status === 'closed'
            ? `${formatPrice(open_price)} › ${formatPrice(close_price, priceDecimals(position))}`
            : t('limitAt', { price: formatPrice(price) })}
        </span>
        {status === 'closed' && receipt_id !== undefined && (
          <TextLink className="relative -my-2" href={receiptHref(receipt_id)} chevron>
            {t('receipt')}
          </TextLink>
        )}
      </div>
    </li>
  );
}
