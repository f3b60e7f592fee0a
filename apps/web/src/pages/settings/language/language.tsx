import { LANGUAGE_NAMES, LANGUAGES, type Language, plainTag } from '@fairlead/contract/constants';
import { Icon, List, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { callApi } from '../../../data/calls/api.ts';
import { switchLanguage, useLanguage } from '../../../i18n/language.ts';

/** The languages, each in its own words. */
export function Page() {
  const t = useTranslations('common');
  const errors = useTranslations('errors');
  const current = useLanguage();
  const [loading, setLoading] = useState<Language>();
  const choose = async (language: Language) => {
    setLoading(language);
    try {
      await switchLanguage(language);
    } catch {
      toast({ kind: 'bad', text: errors('language') });
      return;
    } finally {
      setLoading(undefined);
    }
    // The header carries the language anyway; the server keeps it for mails and notices.
    void callApi('setLang', { lang: language }).catch(() => undefined);
  };
  return (
    <Screen title={t('title.language')}>
      <List label={t('title.language')}>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            className="fl-row"
            data-size="52"
            aria-pressed={language === current}
            disabled={loading !== undefined}
            onClick={() => void choose(language)}
          >
            <span className="fl-row-main text-16" lang={plainTag(language)}>
              {LANGUAGE_NAMES[language]}
            </span>
            {loading === language && <span className="fl-spinner text-brand" />}
            {loading === undefined && language === current && (
              <Icon name="check" className="text-brand" />
            )}
          </button>
        ))}
      </List>
    </Screen>
  );
}
