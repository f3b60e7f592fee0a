import { Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useConfig } from '../../data/use-config.ts';

/** How long withdrawals pause after what is about to be changed; nothing where they do not. */
export function PauseNote() {
  const t = useTranslations('security');
  const config = useConfig();
  const hours = config.data?.cooling_off_hours;
  if (hours === 0) return null;
  // Before anybody said how long it is said that they do.
  return <Note kind="warn">{t('pause', { hours: hours ?? 0 })}</Note>;
}
