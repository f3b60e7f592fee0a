import { CoinMark, formatDate, ListRow } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';

export interface MovementRowProps {
  currency: string;
  amount: string;
  /** "Tron TRC20", "Bank transfer". */
  way: string;
  time: number;
  badge: ReactNode;
  onOpen: () => void;
}

/** One deposit or withdrawal: how much, which way, when, and where it stands. */
export function MovementRow({ currency, amount, way, time, badge, onOpen }: MovementRowProps) {
  const locale = useLocale();
  return (
    <ListRow
      leading={<CoinMark code={currency} />}
      title={
        <>
          <Amount value={tidy(amount)} />{' '}
          <span className="text-12 font-body text-muted">{currency}</span>
        </>
      }
      caption={`${formatDate(time, 'dayMinute', locale)} · ${way}`}
      middle={badge}
      onClick={onOpen}
    />
  );
}
