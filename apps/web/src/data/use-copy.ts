import { toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** Copies a text and says so; plain http and old browsers have no clipboard for pages, which is said too. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useTranslations('common');
  const errors = useTranslations('errors');
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: 'good', text: t('copied') });
    } catch {
      toast({ kind: 'bad', text: errors('copy') });
    }
  };
}
