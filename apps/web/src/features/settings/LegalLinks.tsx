import { LEGAL_SLUGS } from '@fairlead/contract/constants';
import { SettingGroup, SettingRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

/** What users agree to, one line each. */
export function LegalLinks() {
  const t = useTranslations('guidance.legal');
  return (
    <SettingGroup title={t('title')}>
      <ul className="fl-list">
        {LEGAL_SLUGS.map((slug) => (
          <li key={slug}>
            <SettingRow label={t(`names.${slug}`)} href={href('pages/settings/legal', { slug })} />
          </li>
        ))}
      </ul>
    </SettingGroup>
  );
}
