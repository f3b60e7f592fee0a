import { TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Gain } from './Gain.tsx';
import { dayRate } from './model.ts';
import { usePortfolio } from './use-portfolio.ts';

/** Under the total: what today brought, and the way to what it came from. Its place is kept while it loads. */
export function TodayLine() {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  const { data } = usePortfolio('7');
  const today = data?.days.at(-1);
  return (
    <p className="gutter flex h-11 items-center">
      <TextLink href={href('pages/assets/portfolio')} chevron>
        <span className="me-1.5 text-secondary">{t('today')}</span>
        {today === undefined ? (
          title('portfolio')
        ) : (
          <Gain value={today.pnl} rate={dayRate(today)} />
        )}
      </TextLink>
    </p>
  );
}
