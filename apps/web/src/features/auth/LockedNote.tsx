import { Button, formatClock, Note, useCountdown } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface LockedNoteProps {
  /** When the password alone may be tried again; undefined when the server did not say. */
  untilMs: number | undefined;
  /** Absent once the code is being asked for. */
  onUseCode: (() => void) | undefined;
}

/** Locked out: how long, and the way in for the account's owner. */
export function LockedNote({ untilMs, onUseCode }: LockedNoteProps) {
  const t = useTranslations('login');
  const seconds = useCountdown(untilMs);
  return (
    <Note kind="warn" className="mt-4">
      <span role="status">
        {seconds > 0 ? t('lockedFor', { time: formatClock(seconds) }) : t('locked')}{' '}
        {t('lockedCode')}
      </span>
      {onUseCode !== undefined && (
        <span className="mt-2 block">
          <Button size={36} onClick={onUseCode}>
            {t('useCode')}
          </Button>
        </span>
      )}
    </Note>
  );
}
