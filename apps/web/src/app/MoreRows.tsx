import { Button } from '@fairlead/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';

export interface MoreRowsProps {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/** How far below the screen the next page is asked for. */
const AHEAD = '0px 0px 400px';

/** Loads on when the end of the list comes near; a button for those who do not scroll. */
export function MoreRows({ hasMore, isLoading, onMore }: MoreRowsProps) {
  const t = useTranslations('assets.record');
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const isWaiting = hasMore && !isLoading;
  useEffect(() => {
    const place = end.current;
    if (!isWaiting || place === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [isWaiting]);
  if (!hasMore) return null;
  return (
    <div ref={end} className="gutter py-3">
      <Button size={44} block busy={isLoading} onClick={onMore}>
        {t('more')}
      </Button>
    </div>
  );
}
