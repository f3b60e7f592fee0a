import { useAction } from '@fairlead/calls';
import { netPnlAt } from '@fairlead/formula';
import { Button, finishDecimal, formatPrice, KeyValues, Sheet, toast } from '@fairlead/ui';
import { decimalsOf, formatDecimal } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type HeldFigures, readPrice } from '../figures.ts';
import { StopField } from '../ticket/PriceFields.tsx';
import { priceDecimals, useTermsText } from './PositionTerms.tsx';
import { readStop, referenceOf, type Typed } from './read-stop.ts';
import { StopLevels } from './StopLevels.tsx';
import { stopProblem } from './stops.ts';
import type { LivePosition } from './use-positions.ts';

export interface EditStopsProps {
  /** Undefined closes the sheet. */
  live: LivePosition | undefined;
  onClose: () => void;
}

/** Both stops of a position, with what each would come to. */
export function EditStops({ live, onClose }: EditStopsProps) {
  const t = useTranslations('futures.stops');
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
      {live && (
        <StopsForm key={live.position.id} live={live} onDone={onClose} onSending={setSending} />
      )}
    </Sheet>
  );
}

interface StopsFormProps {
  live: LivePosition;
  onDone: () => void;
  onSending: (isSending: boolean) => void;
}

type Words = ReturnType<typeof useTranslations<'futures'>>;

/** The sentences for both fields. */
function errorsOf(
  t: Words,
  { live, take, stop, tick }: { live: LivePosition; take: Typed; stop: Typed; tick: string },
): { readonly take: string | undefined; readonly stop: string | undefined } {
  const step = (typed: Typed) =>
    typed.error && t(`problem.${typed.error}`, { step: formatPrice(tick) });
  const reference = referenceOf(live);
  const { side } = live.position;
  const isLong = side === 'long';
  const problem = stopProblem({
    ...{ side, reference },
    ...{ takeProfit: take.price, stopLoss: stop.price },
  });
  const price = formatPrice(reference && formatDecimal(reference, 8), priceDecimals(live.position));
  const side_ = {
    take_side: t(isLong ? 'problem.take_above' : 'problem.take_below', { price }),
    stop_side: t(isLong ? 'problem.stop_below' : 'problem.stop_above', { price }),
    order: t('stops.order'),
  };
  const said = problem && side_[problem];
  return {
    take: step(take) ?? (problem === 'stop_side' ? undefined : said),
    stop: step(stop) ?? (problem === 'stop_side' ? said : undefined),
  };
}

function StopsForm({ live, onDone, onSending }: StopsFormProps) {
  const t = useTranslations('futures');
  const { position, held } = live;
  const tick = position.price_step;
  const [takeText, setTake] = useState(position.take_profit ?? '');
  const [stopText, setStop] = useState(position.stop_loss ?? '');
  const take = readStop(takeText, tick);
  const stop = readStop(stopText, tick);
  const errors = errorsOf(t, { live, take, stop, tick });
  const action = useAction('setStops', {
    invalidates: ['positions'],
    onSuccess: () => toast({ kind: 'good', text: t('stops.saved') }),
  });
  const save = async () => {
    onSending(true);
    const done = await action.run({
      position_id: position.id,
      take_profit: take.price === undefined ? '' : (finishDecimal(takeText) ?? ''),
      stop_loss: stop.price === undefined ? '' : (finishDecimal(stopText) ?? ''),
    });
    onSending(false);
    if (done !== undefined) onDone();
  };
  const isSame =
    take.price === readPrice(position.take_profit) && stop.price === readPrice(position.stop_loss);
  return (
    <div className="grid gap-3">
      <StopFacts live={live} />
      <Stop
        label={t('takeProfit')}
        typed={take}
        held={held}
        tick={tick}
        error={errors.take}
        onChange={setTake}
      />
      <Stop
        label={t('stopLoss')}
        typed={stop}
        held={held}
        tick={tick}
        error={errors.stop}
        onChange={setStop}
      />
      <p className="text-12 text-muted">{t('stops.sentence')}</p>
      <Button
        variant="main"
        block
        busy={action.isRunning}
        disabled={isSame || errors.take !== undefined || errors.stop !== undefined}
        onClick={() => void save()}
      >
        {t('stops.save')}
      </Button>
      {position.lots > 1 && <StopLevels live={live} />}
    </div>
  );
}

/** What the stops are measured against. */
function StopFacts({ live: { position, index } }: { live: LivePosition }) {
  const t = useTranslations('futures');
  const terms = useTermsText(position);
  const decimals = priceDecimals(position);
  return (
    <>
      <p className="text-secondary">
        {t(position.side)} {position.symbol}, {terms}
      </p>
      <KeyValues
        rows={[
          {
            label: t(position.status === 'waiting' ? 'detail.limit' : 'opened_at'),
            value: formatPrice(position.open_price ?? position.price),
          },
          { label: t('index'), value: formatPrice(index?.price, decimals) },
          {
            label: t('liquidation'),
            value: formatPrice(position.liquidation_price, decimals),
          },
        ]}
      />
    </>
  );
}

interface StopProps {
  label: string;
  typed: Typed;
  held: HeldFigures | undefined;
  tick: string | undefined;
  error: string | undefined;
  onChange: (text: string) => void;
}

function Stop({ label, typed, held, tick, error, onChange }: StopProps) {
  const t = useTranslations('futures.stops');
  const decimals = decimalsOf(tick ?? '0.01');
  const net = held && typed.price && netPnlAt(held, typed.price);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <StopField
        label={label}
        value={typed.text}
        stop={{ price: typed.price, net }}
        scale={held?.quoteScale ?? 2}
        decimals={decimals}
        error={error}
        onChange={onChange}
      />
      <Button
        size={44}
        className="mt-0.5"
        disabled={typed.text === ''}
        onClick={() => onChange('')}
      >
        {t('remove')}
      </Button>
    </div>
  );
}
