import { Failed } from '@fairlead/calls';
import { buttonLook, EmptyState, IconLink, Skeleton } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { acting } from '../../data/account/acting.ts';
import { DEFAULT_RANGE, type Range, readRange } from '../../features/portfolio/model.ts';
import { PortfolioView } from '../../features/portfolio/PortfolioView.tsx';
import { usePortfolio } from '../../features/portfolio/use-portfolio.ts';

/** Value over time, profit and loss by product and by day: `?days=90`. */
export function Page() {
  const t = useTranslations('portfolio');
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const range = readRange(search.get('days'));
  const portfolio = usePortfolio(range);
  return (
    <Screen
      title={title('portfolio')}
      className="pb-6"
      onRefresh={portfolio.refetch}
      right={
        <IconLink icon="download" label={t('toStatement')} href={href('pages/assets/statement')} />
      }
    >
      <Shown portfolio={portfolio} range={range} />
    </Screen>
  );
}

interface ShownProps {
  portfolio: ReturnType<typeof usePortfolio>;
  range: Range;
}

function Shown({ portfolio, range }: ShownProps) {
  const t = useTranslations('portfolio');
  const title = useTranslations('common.title');
  const navigate = useNavigate();
  const { data, error } = portfolio;
  if (data === undefined && error !== null) return <Failed query={portfolio} />;
  if (data === undefined) return <LoadingPortfolio />;
  if (data.days.length === 0)
    return (
      <EmptyState
        action={
          acting === undefined && (
            <a {...buttonLook({ size: 36 })} href={href('pages/assets/deposit/index')}>
              {title('deposit')}
            </a>
          )
        }
      >
        {t('empty')}
      </EmptyState>
    );
  const show = (next: Range) =>
    void navigate({ search: next === DEFAULT_RANGE ? '' : `?days=${next}` }, { replace: true });
  return <PortfolioView portfolio={data} range={range} onRange={show} />;
}

/** As high as what comes. */
function LoadingPortfolio() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="gutter pt-1">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width={110} height={14} />
      <Skeleton width={220} height={32} className="mt-3" />
      <Skeleton width={160} height={14} className="mt-3" />
      <Skeleton height={150} className="mt-3" />
      <Skeleton height={36} className="mt-3" />
      <Skeleton width={140} height={16} className="mt-8" />
      <Skeleton height={120} className="mt-3" />
    </div>
  );
}
