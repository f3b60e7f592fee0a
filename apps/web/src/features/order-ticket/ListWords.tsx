import { formatAmount, formatPrice, formatRateShare } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TrailSentence, TriggerSentence } from '../../app/parts/TriggerSentence.tsx';
import { exitTicks, liesAbove, stopLimitTicks } from './list-order.ts';
import { priceFieldText } from './model.ts';
import type { TriggerWordsProps } from './TriggerFields.tsx';
import { mayWait } from './time-in-force.ts';
import { activationOf, trailOf } from './trailing.ts';
import { triggerTicks, waitsBelow } from './trigger-order.ts';

/** What the orders of the ticket do to one another, in sentences. */
export function ListWords(props: TriggerWordsProps) {
  return props.state.isPair ? <PairWords {...props} /> : <BehindWords {...props} />;
}

function PairWords(props: TriggerWordsProps) {
  const { state, summary, rules } = props;
  const t = useTranslations('lists');
  const { side } = state;
  const { price, quantityText: quantity } = summary;
  const stop = useStopSentence(props);
  if (price === undefined || stop === undefined || !summary.quantity) return null;
  const amount = formatAmount(quantity, undefined, rules.base);
  return (
    <div className="grid gap-1 text-12 text-text-2">
      <p>{t('first', { side, amount, price: formatPrice(priceFieldText(price, rules)) })}</p>
      <p>{stop}</p>
      <p>{t('oneCancels')}</p>
    </div>
  );
}

/** Of the stop of an OCO; undefined while something of it is missing. */
function useStopSentence({ state, summary, rules }: TriggerWordsProps): ReactNode {
  const { side, triggerBy: by, legs } = state;
  const { base, quote } = rules;
  const order = { base, quote, side, by, quantity: summary.quantityText, amount: undefined };
  const trail = trailOf(state);
  if (legs.trails) {
    const from = activationOf(state, rules)?.ticks;
    return (
      trail && (
        <TrailSentence
          {...order}
          rate={formatRateShare(trail)}
          activation={from && priceFieldText(from, rules)}
          price={undefined}
        />
      )
    );
  }
  const trigger = triggerTicks(state, rules);
  const limit = stopLimitTicks(state, rules);
  return (
    trigger && (
      <TriggerSentence
        {...order}
        isBelow={waitsBelow(side, 'stop')}
        trigger={priceFieldText(trigger, rules)}
        price={limit && priceFieldText(limit, rules)}
      />
    )
  );
}

function BehindWords(props: TriggerWordsProps) {
  const { state } = props;
  const t = useTranslations('lists');
  const { side, type, timeInForce, legs } = state;
  const sentences = useClosing(props);
  if (sentences.length === 0) return null;
  const isAtOnce = type === 'market' || !mayWait(timeInForce);
  return (
    <div className="grid gap-1 text-12 text-text-2">
      <p>{t(isAtOnce ? 'behindAtOnce' : 'behind')}</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        {t(
          sentences.length === 1
            ? 'nothingFrozen'
            : legs.rests
              ? 'oneCancelsRest'
              : 'oneCancelsExit',
        )}
        {side === 'sell' && ` ${t('buysBack')}`}
      </p>
    </div>
  );
}

/** A sentence of each that closes the order again. */
function useClosing({ state, summary, rules }: TriggerWordsProps): readonly string[] {
  const t = useTranslations('lists');
  const { side, triggerBy: by, legs, exits } = state;
  const amount =
    summary.quantityText === ''
      ? rules.base
      : formatAmount(summary.quantityText, undefined, rules.base);
  const priced = (kind: 'profit' | 'loss') => {
    const ticks = exitTicks(state, kind, rules);
    if (ticks === undefined) return undefined;
    const price = formatPrice(priceFieldText(ticks, rules));
    return kind === 'profit' && legs.rests
      ? t('exitRests', { side, amount, price })
      : t('exit', { by, price, side, amount, to: liesAbove(side, kind) ? 'above' : 'below' });
  };
  const trail = trailOf(state);
  const from = activationOf(state, rules)?.ticks;
  const trailed =
    exits !== undefined && legs.trails && trail !== undefined
      ? t('exitTrails', {
          ...{ by, side, amount },
          rate: formatRateShare(trail),
          begins: from === undefined ? 'then' : 'from',
          activation: formatPrice(from && priceFieldText(from, rules)),
        })
      : undefined;
  const followed = legs.follows ? t('follows', { side, amount }) : undefined;
  return [priced('profit'), priced('loss'), trailed, followed].filter(
    (sentence) => sentence !== undefined,
  );
}
