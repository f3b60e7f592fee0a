import { formatClock, useCountdown } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../data/server-clock.ts';
import { nextTurn } from './model.ts';
import type { OfferingProps } from './offering-props.ts';

const DAY_S = 86_400;

/** Until the offering opens, closes or launches, by the server's clock; nothing once it is launched. */
export function TimeLeft({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const turn = nextTurn(offering);
  const seconds = useCountdown(turn?.atMs, serverNow);
  if (turn === undefined) return null;
  const days = Math.floor(seconds / DAY_S);
  const clock = formatClock(seconds % DAY_S);
  const time = days > 0 ? t('dayClock', { days: String(days), clock }) : clock;
  return (
    <span className="tnum" role="timer">
      {t(turn.kind, { time })}
    </span>
  );
}
