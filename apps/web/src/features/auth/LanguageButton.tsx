import { LANGUAGE_NAMES, LANGUAGES, type Language, plainTag } from '@fairlead/contract/constants';
import { Icon, List, ListRow, Sheet, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { switchLanguage, useLanguage } from '../../i18n/language.ts';

/** The language by its own name; a tap offers the others without leaving the form. */
export function LanguageButton() {
  const t = useTranslations('login');
  const common = useTranslations('common');
  const errors = useTranslations('errors');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const choose = (next: Language) => {
    setOpen(false);
    if (next === language) return;
    switchLanguage(next).catch(() => toast({ kind: 'bad', text: errors('language') }));
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('language')}: ${LANGUAGE_NAMES[language]}`}
        className="-me-1 flex h-11 items-center gap-2 rounded-8 px-3 font-medium text-secondary active:bg-pressed"
        onClick={() => setOpen(true)}
      >
        <Icon name="globe" />
        {LANGUAGE_NAMES[language]}
      </button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('language')}
        closeLabel={common('close')}
      >
        <div className="-mx-4">
          <List label={t('language')}>
            {LANGUAGES.map((one) => (
              <ListRow
                key={one}
                size={52}
                title={<span lang={plainTag(one)}>{LANGUAGE_NAMES[one]}</span>}
                middle={one === language && <Icon name="check" className="text-brand" />}
                onClick={() => choose(one)}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </>
  );
}
