import { Icon, Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { usePasskeyPlace } from '../../data/passkey/place.ts';

/** In place of a second factor: the passkey signs what is sent, when it is sent. */
export function SignNote() {
  const t = useTranslations('login');
  const isPlace = usePasskeyPlace();
  if (!isPlace) return <Note kind="warn">{t('passkeyElsewhere')}</Note>;
  return (
    <p className="flex items-start gap-2 text-secondary">
      <Icon name="key" className="mt-0.5 shrink-0" />
      <span>{t('passkeySigns')}</span>
    </p>
  );
}
