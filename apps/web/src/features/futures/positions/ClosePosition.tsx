import { useAction } from '@fairlead/calls';
import {
  Confirm,
  formatNumber,
  formatPrice,
  type KeyValue,
  KeyValues,
  Note,
  PercentButtons,
  StepperField,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { amountOf, resultOf, resultText } from '../amounts.ts';
import { closeEstimate, partFigures } from '../figures.ts';
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
  const [asked, setAsked] = useState<AskedLots>();
  const all = live?.position.lots ?? 0;
  // Of another position nothing was typed yet.
  const text = asked?.id === live?.position.id ? asked?.text : undefined;
  const lots = text === undefined ? all : lotsOf(text, all);
  const isPart = lots !== undefined && lots < all;
  const count = t('lotsOf', { count: lots ?? 0, lots: formatNumber(String(lots ?? 0)) });
  const action = useAction('closePosition', {
    invalidates: ['positions', 'wallet'],
    onSuccess: ({ position, rest }) => {
      const { receipt_id, realised_pnl, net_pnl, currency } = position;
      const price = formatPrice(position.close_price, priceDecimals(position));
      const { lots: closed } = position;
      const part = t('lotsOf', { count: closed, lots: formatNumber(String(closed)) });
      toast({
        kind: 'good',
        text:
          rest === undefined
            ? t('closing.done', { price })
            : t('closing.partDone', { lots: part, price }),
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
    if (live === undefined || lots === undefined) return;
    await action.run({ position_id: live.position.id, ...(isPart && { lots }) });
    setAsked(undefined);
    onClose();
  };
  return (
    <Confirm
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('closing.title')}
      cancelLabel={t('closing.keep')}
      confirmLabel={isPart ? t('closing.partTitle', { lots: count }) : t('closing.confirm')}
      variant="danger"
      busy={action.isRunning}
      confirmDisabled={lots === undefined}
      onConfirm={() => void close()}
    >
      {live && (
        <Consequence
          live={live}
          lots={lots}
          text={text ?? String(all)}
          onText={(next) => setAsked({ id: live.position.id, text: next })}
        />
      )}
    </Confirm>
  );
}

interface AskedLots {
  readonly id: number;
  readonly text: string;
}

/** From one lot to all; undefined for anything else. */
function lotsOf(text: string, all: number): number | undefined {
  const lots = Number(text);
  return Number.isSafeInteger(lots) && lots >= 1 && lots <= all ? lots : undefined;
}

interface ConsequenceProps {
  live: LivePosition;
  /** Undefined while no lots are typed that it has. */
  lots: number | undefined;
  text: string;
  onText: (text: string) => void;
}

function Consequence({ live, lots, text, onText }: ConsequenceProps) {
  const t = useTranslations('futures');
  const terms = useTermsText(live.position);
  const { position, held, price, index, isStale } = live;
  const part = held && lots !== undefined ? partFigures(position, held, lots) : undefined;
  const estimate = part && price && closeEstimate(part, price);
  const all = position.lots;
  const rest = all - (lots ?? all);
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
  if (rest > 0)
    rows.push({
      label: t('closing.rest'),
      value: t('lotsOf', { count: rest, lots: formatNumber(String(rest)) }),
    });
  return (
    <div className="grid gap-3">
      <p className="text-secondary">
        {t(position.side)} {position.symbol}, {terms}
      </p>
      {all > 1 && <LotsToClose all={all} lots={lots} text={text} onText={onText} />}
      <KeyValues rows={rows} />
      {isStale ? (
        <Note kind="warn">{t('closing.stale')}</Note>
      ) : (
        <p className="text-12 text-muted">{t('closing.text')}</p>
      )}
    </div>
  );
}

interface LotsToCloseProps extends Omit<ConsequenceProps, 'live'> {
  all: number;
}

/** How many of them: all at first. */
function LotsToClose({ all, lots, text, onText }: LotsToCloseProps) {
  const t = useTranslations('futures');
  const percent = [25, 50, 75, 100].find((share) => shareOf(all, share) === lots);
  return (
    <div className="grid gap-2">
      <StepperField
        label={t('lots')}
        lessLabel={t('lessLots')}
        moreLabel={t('moreLots')}
        value={text}
        unit={t('lotsUnit', { count: lots ?? 0 })}
        onValueChange={onText}
        step="1"
        minimum="1"
        maximum={String(all)}
        scale={0}
        error={lots === undefined && t('problem.lots_above', { lots: formatNumber(String(all)) })}
      />
      <PercentButtons
        label={t('lots')}
        value={percent}
        onSelect={(share) => onText(String(shareOf(all, share)))}
      />
    </div>
  );
}

/** At least one lot. */
const shareOf = (all: number, percent: number): number =>
  Math.max(1, Math.floor((all * percent) / 100));

export const toneOf = (amount: bigint | undefined): 'rise' | 'fall' | undefined =>
  amount === undefined || amount === 0n ? undefined : amount > 0n ? 'rise' : 'fall';
