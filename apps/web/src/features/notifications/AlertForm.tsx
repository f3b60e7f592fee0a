import { useAction } from '@fairlead/calls';
import type { Quotation } from '@fairlead/contract';
import {
  Button,
  Chip,
  DecimalField,
  finishDecimal,
  formatPercent,
  formatPrice,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { distanceOf, priceAt, priceProblem, STEPS } from './model.ts';

export interface AlertFormProps {
  market: Quotation;
  /** What the field begins with; the index where it is live. */
  price?: string | undefined;
  onDone?: () => void;
}

/** One price of one market, with how far it is from the index. */
export function AlertForm({ market, price, onDone }: AlertFormProps) {
  const t = useTranslations('notifications');
  const [typed, setTyped] = useState(price ?? '');
  const [error, setError] = useState<string>();
  const { symbol, index_price: index, tick_size: tick, quote } = market;
  const decimals = decimalsOf(tick);
  const create = useAction('createAlert', {
    invalidates: ['alerts'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('created') });
      setTyped('');
      onDone?.();
    },
    onError: ({ code, fields, message }) => {
      if (fields?.['price'] !== undefined) setError(fields['price']);
      else if (code === 'price_reached' || code === 'price_stale') setError(message);
      else return false;
      return true;
    },
  });
  const finished = finishDecimal(typed) ?? '';
  const distance = distanceOf(finished, market.is_stale ? undefined : index);
  const write = (text: string) => {
    setTyped(text);
    setError(undefined);
  };
  const send = () => {
    const problem = priceProblem(finished, market);
    if (problem !== undefined) {
      setError(t(problem, { tick: formatPrice(tick, decimals) }));
      return;
    }
    void create.run({ symbol, price: finished });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DecimalField
        counted="steps"
        label={t('price')}
        labelEnd={
          <span className="text-12 text-muted tnum">
            {t('index', { price: formatPrice(market.is_stale ? undefined : index, decimals) })}
          </span>
        }
        value={typed}
        scale={decimals}
        trailing={<span className="pe-3 text-secondary">{quote}</span>}
        error={error}
        hint={
          distance === undefined ? t('once') : t('distance', { percent: formatPercent(distance) })
        }
        onValueChange={write}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {STEPS.map((percent) => (
          <Chip
            key={percent}
            disabled={priceAt(percent, market) === undefined}
            onClick={() => write(priceAt(percent, market) ?? typed)}
          >
            {formatPercent(String(percent / 100), 0)}
          </Chip>
        ))}
      </div>
      <Button variant="main" block className="mt-4" type="submit" busy={create.isRunning}>
        {t('add')}
      </Button>
    </form>
  );
}
