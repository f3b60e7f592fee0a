import { IconButton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { setSetting, useSetting } from '../data/settings.ts';

/** Hides every balance of the app, or shows them again. */
export function EyeButton() {
  const t = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  return (
    <IconButton
      icon={isHidden ? 'eyeOff' : 'eye'}
      iconSize={16}
      label={t(isHidden ? 'showBalances' : 'hideBalances')}
      className="-mx-1 -my-3"
      onClick={() => setSetting('hideBalances', !isHidden)}
    />
  );
}
