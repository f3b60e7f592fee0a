import { ErrorState, SkeletonCard } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { errorText } from '../../data/error-text.ts';
import { LevelCard } from '../../features/verification/LevelCard.tsx';
import { LEVELS } from '../../features/verification/model.ts';
import { useLevels } from '../../features/verification/use-levels.ts';

/** Where both levels stand, what each opens, why it is asked and who sees it. */
export function Page() {
  const t = useTranslations('verification');
  const common = useTranslations('common');
  const { data, error, isFetching, refetch } = useLevels();
  return (
    <Screen title={common('title.verification')}>
      <div className="grid gap-3 gutter pt-1 pb-8">
        <p className="text-secondary">{t('lead')}</p>
        {data === undefined && error !== null && (
          <ErrorState
            framed
            onRetry={() => void refetch()}
            retryLabel={common('retry')}
            retrying={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )}
        {LEVELS.map((level) =>
          data === undefined ? (
            error === null && (
              <SkeletonCard key={level} label={common('loading')} lines={3} height={150} />
            )
          ) : (
            <LevelCard key={level} levels={data} level={level} />
          ),
        )}
        <section className="mt-3 grid gap-4 text-12 text-secondary">
          <div>
            <h2 className="text-14 font-strong text-text">{t('why')}</h2>
            <p className="mt-0.5">{t('whyText')}</p>
          </div>
          <div>
            <h2 className="text-14 font-strong text-text">{t('who')}</h2>
            <p className="mt-0.5">{t('whoText')}</p>
          </div>
        </section>
      </div>
    </Screen>
  );
}
