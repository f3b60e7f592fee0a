import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { type Door, doorOf, type Level } from './model.ts';

/** While a provider has it, what it says comes without a message. */
const CHECKED_POLL_MS = 5_000;

/** Status, reason and masked data of both levels. */
export const useLevels = ({ pollMs }: { readonly pollMs?: number } = {}) =>
  useApi('center2', {}, pollMs === undefined ? {} : { pollMs });

/** The same, asked again as long as a provider has one of them. */
export function useCheckedLevels() {
  const { data } = useLevels();
  const isChecked = [data?.basic, data?.advanced].some(
    (level) => level?.check?.until !== undefined,
  );
  return useLevels(isChecked ? { pollMs: CHECKED_POLL_MS } : {});
}

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
