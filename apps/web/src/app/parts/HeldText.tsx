import type { HoldKind } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../navigation.ts';

export function HeldText({ kind, until }: { kind: HoldKind; until: number }) {
  const t = useTranslations('holds');
  const locale = useLocale();
  return (
    <Note kind="warn">
      {t(`notes.${kind}`, { time: formatDate(until, 'dayMinute', locale) })}{' '}
      <a className="font-medium text-brand" href={href('pages/user/holds')}>
        {t('more')}
      </a>
    </Note>
  );
}
