import { useTranslations } from 'use-intl';
import { Gain } from './Gain.tsx';
import { dayRate } from './model.ts';
import { usePortfolio } from './use-portfolio.ts';

/** What today brought the account: trades, prices, interest and fees; not what came in or went out. Its place is kept. */
export function TodayGain() {
  const t = useTranslations('assets');
  const today = usePortfolio('7').data?.days.at(-1);
  return (
    <span className="flex h-6 items-baseline gap-2 font-medium whitespace-nowrap">
      {today !== undefined && (
        <>
          <Gain value={today.pnl} rate={dayRate(today)} />
          <span className="font-body text-muted">{t('today')}</span>
        </>
      )}
    </span>
  );
}
