import { buttonLook, EmptyState, ErrorState, SkeletonCard } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import { type Door, doorOf, type Level } from './model.ts';
import { useLevels } from './use-levels.ts';

export interface LevelsGateProps {
  level: Level;
  /** The form; shown when this level may be asked for. */
  children: ReactNode;
}

const SENTENCES = {
  under_review: 'reviewing',
  verified: 'done',
  basic_first: 'basicFirst',
} as const satisfies Record<Exclude<Door, 'open'>, string>;

/** The form of a level, or why there is nothing to fill in. */
export function LevelsGate({ level, children }: LevelsGateProps) {
  const t = useTranslations('verification');
  const common = useTranslations('common');
  const { data, error, isFetching, refetch } = useLevels();
  if (data === undefined && error !== null)
    return (
      <ErrorState onRetry={() => void refetch()} retryLabel={common('retry')} retrying={isFetching}>
        {errorText(error)}
      </ErrorState>
    );
  if (data === undefined)
    return (
      <div className="gutter pt-2">
        <SkeletonCard label={common('loading')} lines={4} height={220} />
      </div>
    );
  const door = doorOf(data, level);
  if (door === 'open') return children;
  const isBasicFirst = door === 'basic_first';
  return (
    <div className="pt-16">
      <EmptyState
        action={
          <a
            {...buttonLook({ size: 44, variant: isBasicFirst ? 'main' : 'quiet' })}
            href={href(isBasicFirst ? 'pages/verification/basic' : 'pages/verification/index')}
          >
            {isBasicFirst ? common('title.verifyBasic') : t('showStatus')}
          </a>
        }
      >
        {t(SENTENCES[door])}
      </EmptyState>
    </div>
  );
}
