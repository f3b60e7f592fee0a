import { buttonLook, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Screen } from './Screen.tsx';

/** An address that no route has. */
export function NotFound() {
  const t = useTranslations('errors');
  const title = useTranslations('common.title');
  return (
    <Screen title={title('notFound')}>
      <div className="grid min-h-[60dvh] content-center">
        <EmptyState
          action={
            <a {...buttonLook({ variant: 'main', size: 44 })} href="#/">
              {t('goHome')}
            </a>
          }
        >
          {t('notFound')}
        </EmptyState>
      </div>
    </Screen>
  );
}
