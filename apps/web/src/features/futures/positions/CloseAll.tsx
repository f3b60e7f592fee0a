import { useAction } from '@fairlead/calls';
import { Confirm, type KeyValue, KeyValues, Note, toast } from '@fairlead/ui';
import { amountMinor } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { amountOf, resultOf } from '../amounts.ts';
import { closeEstimate } from '../figures.ts';
import { toneOf } from './ClosePosition.tsx';
import type { LivePosition } from './use-positions.ts';

export interface CloseAllProps {
  positions: readonly LivePosition[];
  /** Of all, also those that are not listed. */
  total: number;
}

/** Closes everything that has a live price. Always asked: how many, and what comes back. */
export function CloseAll({ positions, total }: CloseAllProps) {
  const t = useTranslations('futures');
  const [isAsking, ask] = useState(false);
  const action = useAction('closePositions', {
    invalidates: ['positions', 'wallet'],
    onSuccess: ({ closed }) => {
      const done = closed.length;
      if (done >= total) toast({ kind: 'good', text: t('closing.allDone', { count: done }) });
      else
        toast({
          kind: 'info',
          text: t('closing.someDone', { done: String(done), count: total }),
        });
    },
  });
  const close = async () => {
    await action.run({});
    ask(false);
  };
  return (
    <>
      <button
        type="button"
        className="h-11 px-2.5 font-medium whitespace-nowrap"
        onClick={() => ask(true)}
      >
        {t('closeAll')}
      </button>
      <Confirm
        open={isAsking}
        onOpenChange={ask}
        title={t('closing.allTitle', { count: total })}
        cancelLabel={t('closing.keep')}
        confirmLabel={t('closing.allConfirm')}
        variant="danger"
        busy={action.isRunning}
        onConfirm={() => void close()}
      >
        <Consequence positions={positions} isWhole={positions.length >= total} />
      </Confirm>
    </>
  );
}

interface Sum {
  readonly currency: string;
  readonly scale: number;
  readonly gross: bigint;
  readonly fees: bigint;
  readonly net: bigint;
  readonly back: bigint;
}

/** What closing the live ones comes to, by currency; undefined where one of them cannot be counted. */
function sumsOf(positions: readonly LivePosition[]): readonly Sum[] | undefined {
  const sums = new Map<string, Sum>();
  for (const { position, held, price } of positions) {
    if (held === undefined || price === undefined) return undefined;
    const { currency } = position;
    const { gross, fees, net, back } = closeEstimate(held, price);
    const before = sums.get(currency) ?? { gross: 0n, fees: 0n, net: 0n, back: 0n };
    sums.set(currency, {
      currency,
      scale: held.quoteScale,
      gross: before.gross + gross,
      fees: before.fees + fees,
      net: before.net + net,
      back: before.back + back,
    });
  }
  return [...sums.values()];
}

interface ConsequenceProps {
  positions: readonly LivePosition[];
  /** All are listed here, so that they can be added up. */
  isWhole: boolean;
}

function Consequence({ positions, isWhole }: ConsequenceProps) {
  const t = useTranslations('futures');
  const stale = [
    ...new Set(positions.flatMap(({ position, isStale }) => (isStale ? [position.symbol] : []))),
  ];
  const sums = isWhole ? sumsOf(positions.filter(({ isStale }) => !isStale)) : undefined;
  return (
    <div className="grid gap-3">
      {sums?.map((sum) => (
        <Comes key={sum.currency} sum={sum} />
      ))}
      {stale.length > 0 && (
        <Note kind="warn">{t('closing.stay', { symbols: stale.join(', ') })}</Note>
      )}
      <p className="text-12 text-muted">{t('closing.allText')}</p>
    </div>
  );
}

function Comes({ sum: { currency, scale, gross, fees, net, back } }: { sum: Sum }) {
  const t = useTranslations('futures');
  const money = { quoteScale: scale, quote: currency };
  const tone = toneOf(net);
  const rows: KeyValue[] = [
    { label: t('detail.result'), value: resultOf(amountMinor(gross), scale) },
    { label: t('closing.fee'), value: amountOf(amountMinor(fees), money) },
    { label: t('closing.pnl'), value: resultOf(amountMinor(net), scale), ...(tone && { tone }) },
    { label: t('closing.back'), value: amountOf(amountMinor(back), money), total: true },
  ];
  return <KeyValues rows={rows} />;
}
