import { Failed } from '@fairlead/calls';
import { SkeletonCard } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { ProviderText } from '../../features/verification/ByProvider.tsx';
import { LevelCard } from '../../features/verification/LevelCard.tsx';
import { useCheckedLevels } from '../../features/verification/LevelsGate.tsx';
import { LEVELS } from '../../features/verification/model.ts';

/** Where both levels stand, what each opens, why it is asked and who sees it. */
export function Page() {
  const t = useTranslations('verification');
  const common = useTranslations('common');
  const query = useCheckedLevels();
  const { data, error } = query;
  const provider = data?.provider;
  return (
    <Screen title={common('title.verification')}>
      <div className="grid gap-3 gutter pt-1 pb-8">
        <p className="text-secondary">
          {provider === undefined ? t('lead') : <ProviderText say="lead" provider={provider} />}
        </p>
        {data === undefined && error !== null && <Failed query={query} framed />}
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
            <p className="mt-0.5">
              {provider === undefined ? (
                t('whoText')
              ) : (
                <ProviderText say="who" provider={provider} />
              )}
            </p>
          </div>
        </section>
      </div>
    </Screen>
  );
}
