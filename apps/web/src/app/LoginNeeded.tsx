import { buttonLook, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** Where a second redirect within a second is blocked: the way to login, on a tap. */
export function LoginNeeded({ target }: { target: string }) {
  const t = useTranslations('common');
  return (
    <main className="grid min-h-[60dvh] content-center">
      <EmptyState
        action={
          <a {...buttonLook({ variant: 'main', size: 44 })} href={`#${target}`}>
            {t('logIn')}
          </a>
        }
      >
        {t('loginNeeded')}
      </EmptyState>
    </main>
  );
}
