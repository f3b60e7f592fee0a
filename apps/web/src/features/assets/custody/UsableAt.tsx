import { formatClock, useCountdown } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../../data/live/server-clock.ts';

/** Seconds until a cooling-off ends, by the server's clock; 0 once it has. */
export const useCoolingOff = (usableAt: number | undefined): number =>
  useCountdown(usableAt, serverNow);

/** "Usable in 23:59:12"; nothing once it is. */
export function CoolingOff({ usableAt }: { usableAt: number }) {
  const t = useTranslations('custody');
  const seconds = useCoolingOff(usableAt);
  if (seconds === 0) return null;
  return <span className="tnum">{t('coolsOff', { time: formatClock(seconds) })}</span>;
}
