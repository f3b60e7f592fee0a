import { toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** Copies a text and says so; where the browser does not let pages do it, the text is shown to be copied by hand. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useTranslations('common');
  const errors = useTranslations('errors');
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: 'good', text: t('copied') });
    } catch {
      toast({ kind: 'bad', text: errors('copy'), detail: text });
    }
  };
}
