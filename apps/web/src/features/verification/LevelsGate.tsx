import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { type Door, doorOf, type Level } from './model.ts';

/** Status, reason and masked data of both levels. */
export const useLevels = () => useApi('center2', {});

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
  const query = useLevels();
  const { data, error } = query;
  if (data === undefined && error !== null) return <Failed query={query} />;
  if (data === undefined)
    return (
      <div className="gutter pt-2">
        <LoadingCard lines={4} height={220} />
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
