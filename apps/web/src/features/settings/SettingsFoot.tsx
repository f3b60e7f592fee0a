import { VERSION } from '@fairlead/contract/constants';
import { useTranslations } from 'use-intl';
import { useConfig } from '../../data/use-config.ts';

/** Who operates this, under which licence, and the version. */
export function SettingsFoot() {
  const t = useTranslations('settings');
  const { data: config } = useConfig();
  return (
    <footer className="flex justify-between gap-6 gutter pt-4 pb-6 text-12 text-muted">
      <p>
        {config?.company_name === undefined
          ? t('noOperator')
          : t('operator', { name: config.company_name })}
        {config?.company_licence !== undefined && (
          <>
            <br />
            {t('licence', { licence: config.company_licence })}
          </>
        )}
      </p>
      <p className="text-right whitespace-nowrap">Fairlead {config?.version ?? VERSION}</p>
    </footer>
  );
}
