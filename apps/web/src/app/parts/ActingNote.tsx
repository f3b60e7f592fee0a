import { Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { acting } from '../../data/account/acting.ts';

/** Once more before an order goes: whose it will be, where that is not the main account's. */
export function ActingNote() {
  const t = useTranslations('common.acting');
  return acting && <Note kind="warn">{t('as', { name: acting.name })}</Note>;
}
