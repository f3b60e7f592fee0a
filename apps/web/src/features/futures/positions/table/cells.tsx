import type { Position } from '@fairlead/contract';
import { formatPrice, Masked } from '@fairlead/ui';
import { parseDecimal } from '@fairlead/units';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSetting } from '../../../../data/account/settings.ts';
import { priceDecimals, SideTag, useTermsText } from '../PositionTerms.tsx';

const SCALE = 18;
/** Exactly, to be compared; undefined where there is none. */
export const units = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseDecimal(text, SCALE);

/** A figure over a smaller one. */
export function Two({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <span className="block py-1">
      <span className="block">{over}</span>
      <span className="block text-muted">{under}</span>
    </span>
  );
}

/** Side and pair over multiple and size; opens the rest of it. */
export function PairCell({
  position,
  onDetail,
}: {
  position: Position;
  onDetail: (position: Position) => void;
}) {
  const t = useTranslations('futures');
  const terms = useTermsText(position);
  return (
    <button type="button" className="hit block py-1 text-left" onClick={() => onDetail(position)}>
      <span className="fl-sr">{t('details', { id: String(position.id) })}</span>
      <span className="flex items-center gap-1.5">
        <SideTag side={position.side} />
        <span className="font-strong">{position.symbol}</span>
      </span>
      <span className="block text-muted">{terms}</span>
    </button>
  );
}

/** Take-profit over stop-loss. */
export function StopsCell({ position }: { position: Position }) {
  const t = useTranslations('futures');
  const decimals = priceDecimals(position);
  const stop = (name: string, price: string | undefined) => (
    <>
      <span className="fl-sr">{name} </span>
      {formatPrice(price, decimals)}
    </>
  );
  return (
    <Two
      over={stop(t('takeProfit'), position.take_profit)}
      under={stop(t('stopLoss'), position.stop_loss)}
    />
  );
}

/** Hidden with the balances. */
export function Hidden({ children }: { children: string }) {
  const common = useTranslations('common');
  return (
    <Masked masked={useSetting('hideBalances')} label={common('hidden')}>
      {children}
    </Masked>
  );
}
