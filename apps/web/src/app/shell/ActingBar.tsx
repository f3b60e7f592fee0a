import { Icon } from '@fairlead/ui';
import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { type Acting, actAs, isReading } from '../../data/account/acting.ts';

/** What stays at the top of the window makes room for the bar (frame.css, desk.css). */
const HEIGHT = '2.75rem';

/** Which sub-account every tap is made as, or whose account is read, above all else of every page, and the way back. */
export function ActingBar({ acting }: { acting: Acting }) {
  const t = useTranslations('common.acting');
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--acting', HEIGHT);
  }, []);
  return (
    <section
      aria-label={t('label')}
      className="gutter sticky top-0 z-7 flex items-center gap-2 bg-brand-fill text-14 text-on-brand"
      style={{ height: HEIGHT }}
    >
      <Icon name={isReading ? 'eye' : 'person'} size={20} />
      <span className="min-w-0 flex-1 truncate font-medium">
        {t(isReading ? 'reading' : 'as', { name: acting.name })}
      </span>
      <button
        type="button"
        className="h-full flex-none font-strong underline"
        onClick={() => actAs(undefined, isReading ? '/pages/settings/security/shares' : undefined)}
      >
        {t(isReading ? 'backOwn' : 'back')}
      </button>
    </section>
  );
}
