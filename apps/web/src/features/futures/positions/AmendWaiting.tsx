import { useAction } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import { Button, finishDecimal, formatPrice, Sheet, StepperField, toast } from '@fairlead/ui';
import { decimalsOf } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readPrice } from '../figures.ts';
import { useTermsText } from './PositionTerms.tsx';
import { readStop } from './read-stop.ts';

export interface AmendWaitingProps {
  /** Undefined closes the sheet. */
  position: Position | undefined;
  onClose: () => void;
}

/** Limit and lots of what waits, in its place. */
export function AmendWaiting({ position, onClose }: AmendWaitingProps) {
  const t = useTranslations('futures.amending');
  const common = useTranslations('common');
  const [isSending, setSending] = useState(false);
  return (
    <Sheet
      open={position !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      closeLabel={common('close')}
      dismissible={!isSending}
    >
      {position && (
        <AmendForm key={position.id} position={position} onDone={onClose} onSending={setSending} />
      )}
    </Sheet>
  );
}

interface AmendFormProps {
  position: Position;
  onDone: () => void;
  onSending: (isSending: boolean) => void;
}

function AmendForm({ position, onDone, onSending }: AmendFormProps) {
  const t = useTranslations('futures');
  const terms = useTermsText(position);
  const [priceTyped, setPrice] = useState(position.price ?? '');
  const [lotsTyped, setLots] = useState(String(position.lots));
  const typed = readStop(priceTyped, position.price_step);
  const lots = Number(lotsTyped);
  const areLots = Number.isSafeInteger(lots) && lots >= 1;
  const isPriceSame = typed.price === readPrice(position.price);
  const isSame = isPriceSame && lots === position.lots;
  const action = useAction('amendPosition', {
    invalidates: ['positions', 'wallet'],
    onSuccess: () => toast({ kind: 'good', text: t('amending.saved') }),
  });
  const save = async () => {
    onSending(true);
    const done = await action.run({
      position_id: position.id,
      ...(!isPriceSame && { price: finishDecimal(priceTyped) ?? '' }),
      ...(lots !== position.lots && { lots }),
    });
    onSending(false);
    if (done !== undefined) onDone();
  };
  return (
    <div className="grid gap-3">
      <p className="text-secondary">
        {t(position.side)} {position.symbol}, {terms}
      </p>
      <StepperField
        label={t('limitPrice', { currency: position.currency })}
        lessLabel={t('lowerPrice')}
        moreLabel={t('higherPrice')}
        value={priceTyped}
        onValueChange={setPrice}
        step={position.price_step}
        scale={decimalsOf(position.price_step)}
        placeholder="0"
        error={typed.error && t('problem.stop_step', { step: formatPrice(position.price_step) })}
      />
      <StepperField
        label={t('lots')}
        lessLabel={t('lessLots')}
        moreLabel={t('moreLots')}
        value={lotsTyped}
        unit={t('lotsUnit', { count: areLots ? lots : 0 })}
        onValueChange={setLots}
        step="1"
        minimum="1"
        scale={0}
        error={!areLots && t('problem.lots_required')}
      />
      <p className="text-12 text-muted">{t('amending.sentence')}</p>
      <Button
        variant="main"
        block
        busy={action.isRunning}
        disabled={isSame || typed.price === undefined || !areLots}
        onClick={() => void save()}
      >
        {t('amending.save')}
      </Button>
    </div>
  );
}
