import { useAction } from '@fairlead/calls';
import {
  Button,
  DecimalField,
  finishDecimal,
  formatPrice,
  type KeyValue,
  KeyValues,
  Sheet,
  toast,
} from '@fairlead/ui';
import {
  type AmountMinor,
  amountMinor,
  formatDecimal,
  minimum,
  parseDecimal,
} from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { amountOf, amountText } from '../amounts.ts';
import { type HeldFigures, liquidationWith, marginLeft } from '../figures.ts';
import { useContractAvailable } from '../use-futures-inputs.ts';
import { priceDecimals, useTermsText } from './PositionTerms.tsx';
import type { LivePosition } from './use-positions.ts';

export interface AddMarginProps {
  /** Undefined closes the sheet. */
  live: LivePosition | undefined;
  onClose: () => void;
}

/** More margin for a position, with where its liquidation goes before anything is sent. */
export function AddMargin({ live, onClose }: AddMarginProps) {
  const t = useTranslations('futures.adding');
  const common = useTranslations('common');
  const [isSending, setSending] = useState(false);
  return (
    <Sheet
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      closeLabel={common('close')}
      dismissible={!isSending}
    >
      {live?.held && (
        <MarginForm
          key={live.position.id}
          live={live}
          held={live.held}
          onDone={onClose}
          onSending={setSending}
        />
      )}
    </Sheet>
  );
}

interface MarginFormProps {
  live: LivePosition;
  held: HeldFigures;
  onDone: () => void;
  onSending: (isSending: boolean) => void;
}

/** Above zero; undefined for anything else. */
function readAmount(text: string, scale: number): AmountMinor | undefined {
  const value = parseDecimal(finishDecimal(text) ?? '', scale);
  return value === undefined || value <= 0n ? undefined : amountMinor(value);
}

function MarginForm({ live, held, onDone, onSending }: MarginFormProps) {
  const t = useTranslations('futures.adding');
  const { position } = live;
  const { currency, currency_id } = position;
  const { quoteScale } = held;
  const terms = useTermsText(position);
  const words = useTranslations('futures');
  const [text, setText] = useState('');
  const available = useContractAvailable(currency_id, quoteScale);
  const room = marginLeft(held);
  const most = available === undefined ? room : minimum<bigint>(available, room);
  const amount = readAmount(text, quoteScale);
  const isTooMuch = amount !== undefined && amount > most;
  const mostText = amountOf(amountMinor(most), { quoteScale, quote: currency });
  const action = useAction('addMargin', {
    invalidates: ['positions', 'wallet'],
    onSuccess: () => toast({ kind: 'good', text: t('done') }),
  });
  const add = async () => {
    if (amount === undefined) return;
    onSending(true);
    const request = { position_id: position.id, amount: formatDecimal(amount, quoteScale) };
    const done = await action.run(request);
    onSending(false);
    if (done !== undefined) onDone();
  };
  return (
    <div className="grid gap-3">
      <p className="text-secondary">
        {words(position.side)} {position.symbol}, {terms}
      </p>
      <DecimalField
        label={t('amount', { currency })}
        stacked
        value={text}
        scale={quoteScale}
        placeholder="0"
        hint={
          <button
            type="button"
            className="text-brand"
            onClick={() => setText(amountText(amountMinor(most), quoteScale))}
          >
            {t('most', { amount: mostText })}
          </button>
        }
        error={isTooMuch ? t('most', { amount: mostText }) : undefined}
        onValueChange={setText}
      />
      <KeyValues rows={useMarginRows(live, held, isTooMuch ? undefined : amount)} />
      <p className="text-12 text-muted">{t('sentence')}</p>
      <Button
        variant="main"
        block
        busy={action.isRunning}
        disabled={amount === undefined || isTooMuch}
        onClick={() => void add()}
      >
        {t('confirm')}
      </Button>
    </div>
  );
}

/** Margin and liquidation as they will be; dashes while nothing is typed. */
function useMarginRows(
  { position }: LivePosition,
  held: HeldFigures,
  amount: AmountMinor | undefined,
): KeyValue[] {
  const t = useTranslations('futures.adding');
  const decimals = priceDecimals(position);
  const priceOf = (text: string | undefined) =>
    text === undefined ? t('never') : formatPrice(text, decimals);
  const after = amount && liquidationWith(position, held, amount);
  const money = { quoteScale: held.quoteScale, quote: position.currency };
  return [
    { label: t('from'), value: priceOf(position.liquidation_price) },
    {
      label: t('to'),
      value:
        amount === undefined ? '–' : priceOf(after === undefined ? after : formatDecimal(after, 8)),
    },
    {
      label: t('margin'),
      value: amountOf(amount && amountMinor(held.margin + amount), money),
      total: true,
    },
  ];
}
