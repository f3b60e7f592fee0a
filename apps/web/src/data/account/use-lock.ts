import type { ApiError } from '@fairlead/client';
import { formatClock, useCountdown } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

const LOCKS: ReadonlySet<string> = new Set(['fund_password_locked', 'locked_out']);

/** Too many wrong tries: until when nothing can be tried, and the sentence that says so. */
export function useLock() {
  const t = useTranslations('security');
  const [lock, setLock] = useState<{ readonly untilMs: number | undefined }>();
  const seconds = useCountdown(lock?.untilMs);
  const isOver = lock?.untilMs !== undefined && seconds === 0;
  return {
    isLocked: lock !== undefined && !isOver,
    text: seconds > 0 ? t('lockedFor', { time: formatClock(seconds) }) : t('locked'),
    /** True when the refusal is a lock. */
    take: ({ code, retryAfterMs }: ApiError): boolean => {
      if (!LOCKS.has(code)) return false;
      setLock({ untilMs: retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs });
      return true;
    },
    forget: () => setLock(undefined),
  };
}
