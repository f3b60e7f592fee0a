import { PAGE_LOAD_DELAY_MS, PAGE_LOAD_TIMEOUT_MS } from '@fairlead/contract/constants';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LoadError } from './LoadError.tsx';

type Phase = 'quiet' | 'loading' | 'late';

/** While a page's code comes: nothing for 200 ms, then a ring; after 60 s the load-error page. */
export function PageLoading({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common');
  const [phase, setPhase] = useState<Phase>('quiet');
  useEffect(() => {
    const show = setTimeout(() => setPhase('loading'), PAGE_LOAD_DELAY_MS);
    const giveUp = setTimeout(() => setPhase('late'), PAGE_LOAD_TIMEOUT_MS);
    return () => {
      clearTimeout(show);
      clearTimeout(giveUp);
    };
  }, []);
  if (phase === 'late') return <LoadError kind="slow" onRetry={onRetry} />;
  return (
    <div className="grid min-h-[60dvh] place-items-center text-brand" aria-busy="true">
      {phase === 'loading' && (
        <div role="status">
          <span className="fl-spinner block" />
          <span className="fl-sr">{t('loading')}</span>
        </div>
      )}
    </div>
  );
}
