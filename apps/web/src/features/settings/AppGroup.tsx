import { pageBrand } from '@fairlead/calls';
import { SettingGroup, SettingRow, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { askToInstall, useInstallWay } from '../../pwa/install.ts';
import { applyUpdate, useIsUpdateReady } from '../../pwa/registration.ts';

/** Puts the app on the home screen, or a new version in; nothing where there is neither to do. */
export function AppGroup() {
  const t = useTranslations('pwa');
  const way = useInstallWay();
  const isReady = useIsUpdateReady();
  const [isOpen, setOpen] = useState(false);
  if (way === 'none' && !isReady) return null;
  return (
    <SettingGroup title={pageBrand().name}>
      <ul className="fl-list">
        {isReady && (
          <li>
            <SettingRow
              icon="download"
              label={t('ready')}
              value={t('update')}
              onClick={applyUpdate}
            />
          </li>
        )}
        {way !== 'none' && (
          <li>
            <SettingRow
              icon="plus"
              label={t('install')}
              onClick={() => (way === 'prompt' ? void askToInstall() : setOpen(true))}
            />
          </li>
        )}
      </ul>
      <ByHandSheet open={isOpen} onOpenChange={setOpen} />
    </SettingGroup>
  );
}

/** Safari installs nothing by itself: its three steps. */
function ByHandSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('pwa');
  const common = useTranslations('common');
  const steps = ['installShare', 'installAdd', 'installDone'] as const;
  return (
    <Sheet {...props} title={t('install')} closeLabel={common('close')}>
      <p className="text-secondary">{t('installLead')}</p>
      <ol className="fl-article list-decimal">
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </Sheet>
  );
}
