import { Icon } from '@fairlead/ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../../i18n/language.ts';
import { Pill } from '../settings/Pill.tsx';
import { type CompareProps, comparisonsOf, endComparison } from './comparisons.ts';
import { COMPARE_TOKENS, comparisonName } from './names.ts';

const Sheet = lazy(async () => {
  const [{ CompareSheet }] = await Promise.all([
    import('./CompareSheet.tsx'),
    loadTexts('charting'),
  ]);
  return { default: CompareSheet };
});

/** Compares the chart with others; each of them in the colour of its line, which one tap takes away. */
export function ComparePills({ own, settings, isFixed }: CompareProps) {
  const t = useTranslations('chart');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Pill onClick={() => setOpen(true)}>{t('compare')}</Pill>
      {comparisonsOf(settings, own).map((one, at) => {
        const name = comparisonName(one, t('kindOf.index'));
        return (
          <Pill
            key={name}
            label={t('compareEnd', { name })}
            onClick={() => endComparison(own.symbol, settings, one)}
          >
            <span className="flex items-center gap-1.5">
              <i
                aria-hidden="true"
                style={{
                  width: 16,
                  borderTop: `2px ${at === 0 ? 'solid' : 'dashed'} var(--${COMPARE_TOKENS[at]})`,
                }}
              />
              {name}
              <Icon name="close" size={16} className="text-muted" />
            </span>
          </Pill>
        );
      })}
      {isOpen && (
        <Suspense fallback={null}>
          <Sheet own={own} settings={settings} isFixed={isFixed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
