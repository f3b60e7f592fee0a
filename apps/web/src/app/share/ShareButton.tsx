/** What is shared as a picture, with its own code and words: they come when one is. */
import { Button } from '@fairlead/ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../../i18n/language.ts';
import type { Shared } from './share-model.ts';

const ShareSheet = lazy(async () => {
  const [{ ShareSheet: Loaded }] = await Promise.all([
    import('./ShareSheet.tsx'),
    loadTexts('share'),
  ]);
  return { default: Loaded };
});

/** Opens the picture as things stand then. */
export function ShareButton({ shared }: { shared: Shared }) {
  const t = useTranslations('common');
  const [shown, setShown] = useState<Shared>();
  return (
    <>
      <Button variant="line" block onClick={() => setShown(shared)}>
        {t('sharePicture')}
      </Button>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <ShareSheet shared={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
