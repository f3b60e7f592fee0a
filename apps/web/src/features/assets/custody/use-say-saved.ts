import { formatDate, toast } from '@fairlead/ui';
import { useNavigate } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { hasHistory } from '../../../app/navigation.ts';
import { serverNow } from '../../../data/live/server-clock.ts';

/** Says until when an address or a card cools off, and goes back to where it was wanted, or else to its list. */
export function useSaySaved(text: string, list: string): (usableAt: number) => void {
  const custody = useTranslations('custody');
  const locale = useLocale();
  const navigate = useNavigate();
  return (usableAt) => {
    toast({
      kind: 'good',
      text,
      ...(usableAt > serverNow() && {
        detail: custody('usableFrom', { time: formatDate(usableAt, 'dayMinute', locale) }),
      }),
    });
    if (hasHistory()) void navigate(-1);
    else void navigate(list, { replace: true });
  };
}
