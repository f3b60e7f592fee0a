import { LoadingRows } from '@fairlead/calls';
import { buttonLook, Icon } from '@fairlead/ui';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { acting } from '../../data/account/acting.ts';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const ConvertForm = lazy(async () => {
  const [{ ConvertForm: Loaded }] = await Promise.all([
    import('../../features/assets/convert/ConvertForm.tsx'),
    loadTexts('convert'),
  ]);
  return { default: Loaded };
});

/** One currency into another through the public book: `?from=3&to=1`. */
export function Page() {
  const title = useTranslations('common.title');
  return (
    <Screen
      title={title('convert')}
      right={
        <>
          {/* Both words beside the title would be more than a narrow phone holds. */}
          <a
            {...buttonLook({ variant: 'text', size: 44 })}
            href={href('pages/assets/conversions')}
            aria-label={title('conversions')}
          >
            <Icon name="receipt" />
          </a>
          {acting === undefined && (
            <a {...buttonLook({ variant: 'text', size: 44 })} href={href('pages/assets/recurring')}>
              {title('recurring')}
            </a>
          )}
        </>
      }
    >
      <Suspense fallback={<LoadingRows count={4} />}>
        <ConvertForm />
      </Suspense>
    </Screen>
  );
}
