import { useAction } from '@fairlead/calls';
import { askPrice, bidPrice, notionalShare, positionMargin } from '@fairlead/formula';
import { Confirm, formatPrice, type KeyValue, KeyValues, Note, toast } from '@fairlead/ui';
import { formatDecimal, formatRate, type PriceE8 } from '@fairlead/units';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { amountOf, resultOf } from '../amounts.ts';
import { closeEstimate } from '../figures.ts';
import { receiptHref } from '../links.ts';
import { priceText } from '../model.ts';
import type { FuturesRules } from '../rules.ts';
import { useRules } from '../use-futures-inputs.ts';
import { toneOf } from './ClosePosition.tsx';
import { priceDecimals, useTermsText } from './PositionTerms.tsx';
import type { LivePosition } from './use-positions.ts';

export interface ReversePositionProps {
  /** Undefined closes the dialog. */
  live: LivePosition | undefined;
  onClose: () => void;
}

/** Always asked, with what the close brings and what is opened then, by the terms of now. */
export function ReversePosition({ live, onClose }: ReversePositionProps) {
  return live === undefined ? null : <Asked live={live} onClose={onClose} />;
}

function Asked({ live, onClose }: { live: LivePosition; onClose: () => void }) {
  const t = useTranslations('futures');
  const { position, price, isStale } = live;
  const navigate = useNavigate();
  const rules = useRules(position.symbol);
  const opening = rules && openingOf(live, rules);
  const action = useAction('reversePosition', {
    invalidates: ['positions', 'wallet'],
    onSuccess: ({ position: opened }) => {
      const { open_receipt_id: id } = opened;
      toast({
        kind: 'good',
        text: t('reversing.done', {
          price: formatPrice(opened.open_price, priceDecimals(opened)),
        }),
        ...(id !== undefined && {
          action: {
            label: t('receipt'),
            onClick: () => {
              navigate(receiptHref(id).slice(1));
            },
          },
        }),
      });
    },
  });
  const reverse = async () => {
    if (rules === undefined || opening === undefined) return;
    await action.run({
      position_id: position.id,
      shown_price: priceText(opening.price, rules),
      shown_open_fee: formatRate(rules.openFeePpm),
      shown_close_fee: formatRate(rules.closeFeePpm),
      shown_half_spread: formatRate(rules.halfSpreadPpm),
      shown_maintenance_rate: formatRate(opening.maintenanceRatePpm),
      shown_profit_cap: rules.profitCapMultiple,
    });
    onClose();
  };
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reversing.title')}
      cancelLabel={t('closing.keep')}
      confirmLabel={t('reversing.confirm')}
      variant="danger"
      busy={action.isRunning}
      confirmDisabled={opening === undefined || isStale}
      onConfirm={() => void reverse()}
    >
      <Consequence live={live} rules={rules} price={price} />
    </Confirm>
  );
}

/** What opens the other way at an index; undefined where its multiple is offered no more, or there is no index. */
function openingOf({ position, held, price: index }: LivePosition, rules: FuturesRules) {
  const offered = rules.multiples.find(({ multiple }) => multiple === position.multiple);
  if (offered === undefined || held === undefined || index === undefined) return undefined;
  const price = position.side === 'long' ? bidPrice(index, rules) : askPrice(index, rules);
  if (price <= 0n) return undefined;
  const { maintenanceRatePpm } = offered;
  return {
    price,
    maintenanceRatePpm,
    margin: positionMargin(held, price, position.multiple),
    fee: notionalShare(held, price, rules.openFeePpm),
  };
}

interface ConsequenceProps {
  live: LivePosition;
  rules: FuturesRules | undefined;
  price: PriceE8 | undefined;
}

function Consequence({ live, rules, price }: ConsequenceProps) {
  const t = useTranslations('futures');
  const { position, held, isStale } = live;
  const terms = useTermsText(position);
  const opening = rules && openingOf(live, rules);
  const estimate = held && price && closeEstimate(held, price);
  const money = { quoteScale: held?.quoteScale ?? 0, quote: position.currency };
  const tone = toneOf(estimate?.net);
  const other = position.side === 'long' ? 'short' : 'long';
  const at = opening && formatDecimal(opening.price, 8);
  const rows: KeyValue[] = [
    {
      label: t('reversing.closes'),
      value: resultOf(estimate?.net, money.quoteScale),
      ...(tone && { tone }),
    },
    { label: t('reversing.opens'), value: `${t(other)} ${terms}` },
    { label: t('reversing.at'), value: formatPrice(at, priceDecimals(position)) },
    { label: t('reversing.margin'), value: amountOf(opening?.margin, money) },
    { label: t('reversing.fee'), value: amountOf(opening?.fee, money) },
  ];
  return (
    <div className="grid gap-3">
      <p className="text-secondary">
        {t(position.side)} {position.symbol}, {terms}
      </p>
      <KeyValues rows={rows} />
      {isStale ? (
        <Note kind="warn">{t('reversing.stale')}</Note>
      ) : rules !== undefined && opening === undefined ? (
        <Note kind="warn">{t('reversing.closed')}</Note>
      ) : (
        <p className="text-12 text-muted">{t('reversing.text')}</p>
      )}
    </div>
  );
}
