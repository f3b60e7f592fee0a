import { Button, DecimalField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { everything, type TransferState, type TransferSummary } from './transfer-model.ts';

export interface TransferAmountProps {
  state: TransferState;
  summary: TransferSummary;
  error: string | undefined;
  onAmount: (amount: string) => void;
}

/** How much, with what there is above it. */
export function TransferAmount({ state, summary, error, onAmount }: TransferAmountProps) {
  const t = useTranslations('assets');
  const { currency, available } = summary;
  const all = everything(summary);
  return (
    <DecimalField
      label={t('move.amount')}
      labelEnd={
        <span className="text-12 text-muted">
          {t('available')} <Amount value={available && tidy(available)} unit={currency?.name} />
        </span>
      }
      size={56}
      scale={currency?.scale ?? 0}
      placeholder="0.00"
      value={state.amount}
      onValueChange={onAmount}
      error={error}
      hint={t('move.limits')}
      trailing={
        <>
          <span className="fl-field-unit">{currency?.name}</span>
          <span className="-me-1 h-5 w-px bg-hairline-strong" aria-hidden="true" />
          <Button
            variant="text"
            size={44}
            disabled={all === undefined}
            onClick={() => onAmount(all ?? '')}
          >
            {t('move.all')}
          </Button>
        </>
      }
    />
  );
}
