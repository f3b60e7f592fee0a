import type { ReceiptSample } from '@fairlead/contract';
import { formatPrice, Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { WindowRule } from '../check/rule.ts';
import { Step } from './Step.tsx';
import { WindowChart } from './WindowChart.tsx';

export interface WindowStepProps {
  number: number;
  rule: WindowRule;
  samples: readonly ReceiptSample[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** How the delivery price follows from the samples, or why there is none. */
export function WindowStep({ number, rule, samples, chosen, onChoose }: WindowStepProps) {
  const t = useTranslations('receipt.rule');
  const short = useTranslations('receipt.short');
  const { expected, valid, isRefunded, mean, sum, isCut, strike, product } = rule;
  const { shortfall, wouldBe, isLate } = rule;
  const count = isLate ? 1 : valid;
  const counts = { valid: String(valid), expected: String(expected) };
  return (
    <Step
      number={number}
      title={isRefunded || isLate ? t('refunded', counts) : t('mean', { count })}
    >
      {samples.length > 0 && (
        <WindowChart samples={samples} mean={mean} chosen={chosen} onChoose={onChoose} />
      )}
      {isRefunded ? (
        <Note className="mt-2">{t('refundedDetail')}</Note>
      ) : (
        <p className="mt-2 text-end text-12 text-muted">
          {formatPrice(sum)} / {count} ={' '}
          <b className="font-strong text-brand">{formatPrice(mean)}</b>
          {isCut && `, ${t('roundedDown')}`}
        </p>
      )}
      {shortfall !== undefined && (
        <Note className="mt-2">
          {short(shortfall)} {isLate && short('late')}{' '}
          {isRefunded ? wouldBe !== undefined && short(wouldBe) : short('paid')}
        </Note>
      )}
      {!isRefunded && shortfall === undefined && valid < expected && (
        <p className="mt-1 text-12 text-muted">{t('gaps', counts)}</p>
      )}
      {!isRefunded && isCut && (
        <p className="mt-1 text-end text-12 text-muted">
          {t('exact', {
            sum: formatPrice(sum),
            count: String(valid),
            strike: formatPrice(strike),
            product: formatPrice(product),
          })}
        </p>
      )}
    </Step>
  );
}
