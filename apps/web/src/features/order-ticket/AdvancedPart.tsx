import { Icon } from '@fairlead/ui';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../i18n/language.ts';
import type { AdvancedFieldsProps } from './AdvancedFields.tsx';
import { advancedCount } from './advanced.ts';

const Fields = lazy(async () => {
  const [{ AdvancedFields }] = await Promise.all([
    import('./AdvancedFields.tsx'),
    loadTexts('triggers'),
  ]);
  return { default: AdvancedFields };
});

/** What few orders need, closed until it is asked for; how much of it is set is said while it is closed too. */
export function AdvancedPart(props: AdvancedFieldsProps) {
  const t = useTranslations('trade');
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  // What stops the order is never hidden.
  const isOpen = isAsked || props.displayError !== undefined;
  const count = advancedCount(props.state, props.inputs.rules);
  return (
    <>
      <button
        type="button"
        className="hit flex min-h-9 items-center justify-between gap-2 text-12 text-muted"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setAsked(!isOpen)}
      >
        <span>{count === 0 ? t('advanced') : t('advancedCount', { count })}</span>
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
      </button>
      <div id={id} hidden={!isOpen} className={isOpen ? 'grid gap-2' : ''}>
        {isOpen && (
          <Suspense fallback={<div className="h-9" aria-busy="true" />}>
            <Fields {...props} />
          </Suspense>
        )}
      </div>
    </>
  );
}
