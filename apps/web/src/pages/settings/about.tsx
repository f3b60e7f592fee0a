import { pageBrand } from '@fairlead/calls';
import { PRODUCT, VERSION } from '@fairlead/contract/constants';
import { LogoMark, SettingGroup, SettingRow, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useConfig } from '../../data/use-config.ts';
import { clearCaches, useCacheSize } from '../../features/settings/caches.ts';
import { LegalLinks } from '../../features/settings/LegalLinks.tsx';

const LICENCE_URL = 'https://www.apache.org/licenses/LICENSE-2.0';

/** What this is, who operates it, and what it keeps on this device. */
export function Page() {
  const title = useTranslations('common.title');
  const { data: config } = useConfig();
  return (
    <Screen title={title('about')}>
      <div className="grid justify-items-center gap-1 gutter pt-6 pb-4">
        <LogoMark size={56} />
        <p className="mt-2 text-center text-20 font-strong text-balance">{pageBrand().name}</p>
        <p className="text-muted tnum">{config?.version ?? VERSION}</p>
      </div>
      <Operator />
      <LegalLinks />
      <Software />
      <Storage />
    </Screen>
  );
}

function Operator() {
  const t = useTranslations('guidance.about');
  const title = useTranslations('common.title');
  const { data: config } = useConfig();
  const mode = config?.demo === false ? 'real' : 'demo';
  return (
    <SettingGroup title={t('operatedBy')}>
      <ul className="fl-list">
        <li>
          <SettingRow
            icon="bank"
            label={t('operator')}
            value={config && (config.company_name ?? t('notNamed'))}
          />
        </li>
        {config?.company_licence !== undefined && (
          <li>
            <SettingRow icon="shield" label={t('licence')} value={config.company_licence} />
          </li>
        )}
        <li>
          <SettingRow icon="info" label={t('mode')} value={config && t(`modes.${mode}`)} />
        </li>
        <li>
          <SettingRow icon="home" label={title('offices')} href={href('pages/location/view')} />
        </li>
        <li>
          <SettingRow icon="eye" label={title('quality')} href={href('pages/settlement/quality')} />
        </li>
      </ul>
    </SettingGroup>
  );
}

function Software() {
  const t = useTranslations('guidance.about');
  const { data: config } = useConfig();
  return (
    <SettingGroup title={t('software')}>
      <ul className="fl-list">
        <li>
          <SettingRow label={t('version')} value={`${PRODUCT} ${config?.version ?? VERSION}`} />
        </li>
        <li>
          <SettingRow label={t('open')} value="Apache-2.0" href={LICENCE_URL} target="_blank" />
        </li>
        <li>
          <SettingRow label={t('api')} href="/api/docs" target="_blank" />
        </li>
      </ul>
    </SettingGroup>
  );
}

function Storage() {
  const t = useTranslations('guidance.about');
  const settings = useTranslations('settings');
  const { size, measure } = useCacheSize();
  const clear = async () => {
    await clearCaches();
    measure();
    toast({ kind: 'info', text: settings('cacheCleared') });
  };
  return (
    <SettingGroup title={t('storage')}>
      <ul className="fl-list">
        <li>
          <SettingRow
            label={t('cache')}
            value={size === undefined ? t('unknown') : t('size', { size })}
          />
        </li>
        <li>
          <SettingRow icon="trash" label={settings('clearCache')} onClick={() => void clear()} />
        </li>
      </ul>
    </SettingGroup>
  );
}
