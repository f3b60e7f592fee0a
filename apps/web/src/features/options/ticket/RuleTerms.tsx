import { SHOWN_PRICE_WORSE_MAX_PPM } from '@fairlead/formula';
import { formatPrice } from '@fairlead/ui';
import {
  divCeil,
  divFloor,
  formatDecimal,
  PPM_ONE,
  PRICE_SCALE,
  parseDecimal,
} from '@fairlead/units';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../../app/parts/RowsTerm.tsx';

export interface RuleTermsProps {
  /** The index as it is shown; undefined while there is none that is live. */
  price: string | undefined;
  decimals: number;
  /** Of the time that is chosen. */
  windowSeconds: number | undefined;
  seconds: number | undefined;
}

/** What the strike will be and what decides: one line, each word explains itself. */
export function RuleTerms({ price, decimals, windowSeconds, seconds }: RuleTermsProps) {
  const t = useTranslations('options.ticket');
  const strike = (chunks: ReactNode) => (
    <StrikeTerm price={price} decimals={decimals}>
      {chunks}
    </StrikeTerm>
  );
  const mean = (chunks: ReactNode) => (
    <MeanTerm seconds={seconds} windowSeconds={windowSeconds}>
      {chunks}
    </MeanTerm>
  );
  return (
    <p className="text-12/6 text-muted">
      {windowSeconds === undefined
        ? t.rich('ruleOpen', { strike, mean })
        : t.rich('rule', { strike, mean, seconds: String(windowSeconds) })}
    </p>
  );
}

type StrikeTermProps = Pick<RuleTermsProps, 'price' | 'decimals'> & { children: ReactNode };

export function StrikeTerm({ price, decimals, children }: StrikeTermProps) {
  const t = useTranslations('options.term.strike');
  const edges = priceEdges(price);
  const show = (value: string | undefined) => formatPrice(value, decimals);
  return (
    <RowsTerm
      title={t('title')}
      sentence={t('sentence')}
      rows={[
        { label: t('now'), value: show(price) },
        { label: t('worst.rise'), value: show(edges?.rise) },
        { label: t('worst.fall'), value: show(edges?.fall) },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

type MeanTermProps = Pick<RuleTermsProps, 'windowSeconds' | 'seconds'> & { children: ReactNode };

export function MeanTerm({ seconds, windowSeconds, children }: MeanTermProps) {
  const t = useTranslations('options');
  const inSeconds = (count: number | undefined) =>
    count === undefined ? undefined : t('seconds', { seconds: String(count) });
  // At least 80 % of them, as the server counts: count × 5 ≥ expected × 4.
  const enough = windowSeconds === undefined ? undefined : Math.ceil((windowSeconds * 4) / 5);
  const rows =
    windowSeconds === undefined
      ? []
      : [
          {
            label: t('term.mean.window', { seconds: String(seconds) }),
            value: inSeconds(windowSeconds),
          },
          { label: t('term.mean.enough'), value: `${enough} / ${windowSeconds}` },
        ];
  return (
    <RowsTerm
      title={t('term.mean.title')}
      sentence={t('term.mean.sentence')}
      rows={[
        ...rows,
        { label: t('term.mean.rise'), value: t('outcome.rise') },
        { label: t('term.mean.fall'), value: t('outcome.fall') },
        { label: t('term.mean.even'), value: t('term.mean.evenResult') },
      ]}
    >
      {children}
    </RowsTerm>
  );
}

/** The worst strikes that are still bought: the highest for a rise (rounded down), the lowest for a fall (up). */
export function priceEdges(
  shown: string | undefined,
): { readonly rise: string; readonly fall: string } | undefined {
  const price = shown === undefined ? undefined : parseDecimal(shown, PRICE_SCALE);
  if (price === undefined) return undefined;
  const text = (value: bigint) => formatDecimal(value, PRICE_SCALE);
  return {
    rise: text(divFloor(price * (PPM_ONE + SHOWN_PRICE_WORSE_MAX_PPM), PPM_ONE)),
    fall: text(divCeil(price * (PPM_ONE - SHOWN_PRICE_WORSE_MAX_PPM), PPM_ONE)),
  };
}
