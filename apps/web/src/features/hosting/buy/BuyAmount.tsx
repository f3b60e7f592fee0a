import {
  Button,
  buttonLook,
  DecimalField,
  formatAmount,
  formatNumber,
  PercentButtons,
} from '@fairlead/ui';
import { formatDecimal } from '@fairlead/units';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { moneyText, plainAmount } from '../terms.ts';
import { type BuyInputs, buyProblem, missingMinor, mostMinor, shareText } from './buy-model.ts';

export interface BuyAmountProps {
  /** As typed. */
  text: string;
  inputs: BuyInputs;
  error: string | undefined;
  onText: (text: string) => void;
}

/** How much, with what there is in the trust account above it and shares of that below. */
export function BuyAmount({ text, inputs, error, onText }: BuyAmountProps) {
  const t = useTranslations('hosting');
  const isLoggedIn = useIsLoggedIn();
  const { terms, available } = inputs;
  const { currency, scale } = terms;
  const hasNone = (mostMinor(inputs) ?? 0n) === 0n;
  return (
    <div className="grid gap-2">
      <DecimalField
        label={t('amount')}
        labelEnd={
          isLoggedIn && (
            <span className="text-12 text-muted">
              {t('inTrust')}{' '}
              <Amount value={available === undefined ? undefined : moneyText(available, scale)} />
            </span>
          )
        }
        size={56}
        scale={scale}
        placeholder="0.00"
        value={text}
        onValueChange={onText}
        error={error}
        hint={t('limits', {
          least: formatNumber(moneyText(terms.minMinor, scale)),
          most: formatAmount(moneyText(terms.maxMinor, scale), undefined, currency),
        })}
        trailing={
          <>
            <span className="fl-field-unit">{currency}</span>
            {isLoggedIn && (
              <Button
                variant="text"
                size={44}
                disabled={hasNone}
                onClick={() => onText(shareText(inputs, 100))}
              >
                {t('most')}
              </Button>
            )}
          </>
        }
      />
      {isLoggedIn && (
        <PercentButtons
          label={t('share')}
          disabled={hasNone}
          onSelect={(percent) => onText(shareText(inputs, percent))}
        />
      )}
      <Missing text={text} inputs={inputs} />
    </div>
  );
}

/** Where the trust account holds too little: how much, and the way to fill it. */
function Missing({ text, inputs }: Pick<BuyAmountProps, 'text' | 'inputs'>) {
  const t = useTranslations('hosting');
  const navigate = useNavigate();
  const { terms } = inputs;
  const missing = missingMinor(text, inputs);
  if (missing === undefined || buyProblem(text, inputs) !== 'insufficient') return null;
  const amount = plainAmount(formatDecimal(missing, terms.scale));
  const keepAmount = () =>
    navigate(href('pages/finance/buyPage', { id: terms.productId, amount: text }).slice(1), {
      replace: true,
    });
  return (
    <div className="flex items-center justify-between gap-3 rounded-8 bg-raised py-1 pe-1 ps-3">
      <p className="text-12 text-secondary">
        {t('missing', {
          amount: formatAmount(moneyText(missing, terms.scale), undefined, terms.currency),
        })}
      </p>
      <a
        {...buttonLook({ size: 36 })}
        href={href('pages/assets/transfer/index', {
          from: 'coin',
          to: 'trust',
          currency_id: terms.currencyId,
          amount,
        })}
        // Coming back finds the amount as it was.
        onClick={keepAmount}
      >
        {t('transfer')}
      </a>
    </div>
  );
}
