import { useAction } from '@fairlead/calls';
import { Confirm, formatPrice, type KeyValue, KeyValues, Note, toast } from '@fairlead/ui';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { amountOf, resultOf, resultText } from '../amounts.ts';
import { closeEstimate } from '../figures.ts';
import { receiptHref } from '../links.ts';
import { priceDecimals, useTermsText } from './PositionTerms.tsx';
import type { LivePosition } from './use-positions.ts';

export interface ClosePositionProps {
  /** Undefined closes the dialog. */
  live: LivePosition | undefined;
  onClose: () => void;
}

/** Always asked, with what comes back at the index of now; it closes at the next one. */
export function ClosePosition({ live, onClose }: ClosePositionProps) {
  const t = useTranslations('futures');
  const navigate = useNavigate();
  const action = useAction('closePosition', {
    invalidates: ['positions', 'wallet'],
    onSuccess: ({ position }) => {
      const { receipt_id, realised_pnl, net_pnl, currency } = position;
      toast({
        kind: 'good',
        text: t('closing.done', {
          price: formatPrice(position.close_price, priceDecimals(position)),
        }),
        detail: t('closing.result', {
          net: `${resultText(net_pnl)}\u00a0${currency}`,
          gross: resultText(realised_pnl),
        }),
        ...(receipt_id !== undefined && {
          action: {
            label: t('receipt'),
            onClick: () => {
              navigate(receiptHref(receipt_id).slice(1));
            },
          },
        }),
      });
    },
  });
  const close = async () => {
    if (live === undefined) return;
    await action.run({ position_id: live.position.id });
    onClose();
  };
  return (
    <Confirm
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('closing.title')}
      cancelLabel={t('closing.keep')}
      confirmLabel={t('closing.confirm')}
      variant="danger"
      busy={action.isRunning}
      onConfirm={() => void close()}
    >
      {live && <Consequence live={live} />}
    </Confirm>
  );
}

function Consequence({ live }: { live: LivePosition }) {
  const t = useTranslations('futures');
  const terms = useTermsText(live.position);
  const { position, held, price, index, isStale } = live;
  const estimate = held && price && closeEstimate(held, price);
  const money = { quoteScale: held?.quoteScale ?? 0, quote: position.currency };
  const tone = toneOf(estimate?.net);
  const rows: KeyValue[] = [
    { label: t('closing.index'), value: formatPrice(index?.price, priceDecimals(position)) },
    { label: t('detail.result'), value: resultOf(estimate?.gross, money.quoteScale) },
    { label: t('closing.fee'), value: amountOf(estimate?.fees, money) },
    {
      label: t('closing.pnl'),
      value: resultOf(estimate?.net, money.quoteScale),
      ...(tone && { tone }),
    },
    { label: t('closing.back'), value: amountOf(estimate?.back, money), total: true },
  ];
  return (
    <div className="grid gap-3">
      <p className="text-secondary">
        {t(position.side)} {position.symbol}, {terms}
      </p>
      <KeyValues rows={rows} />
      {isStale ? (
        <Note kind="warn">{t('closing.stale')}</Note>
      ) : (
        <p className="text-12 text-muted">{t('closing.text')}</p>
      )}
    </div>
  );
}

export const toneOf = (amount: bigint | undefined): 'rise' | 'fall' | undefined =>
  amount === undefined || amount === 0n ? undefined : amount > 0n ? 'rise' : 'fall';
