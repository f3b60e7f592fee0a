import { pageBrand } from '@fairlead/calls';
import { TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { findRoute } from '../../../app/routes.ts';
import { AuthScreen } from '../../../features/auth/AuthScreen.tsx';
import { LoginForm } from '../../../features/auth/LoginForm.tsx';
import { useReturn } from '../../../features/auth/use-return.ts';

/** Log in, and go where one was going. */
export function Page() {
  const t = useTranslations('login');
  const titles = useTranslations('common.title');
  const { name } = pageBrand();
  const { target, carried } = useReturn();
  const entry = findRoute(target.to.split('?', 1)[0] ?? '');
  return (
    <AuthScreen
      title={t('welcome', { name })}
      lead={entry && t('returnTo', { page: titles(entry.title) })}
      hasLogo
      foot={
        <>
          <TextLink href={href('')}>{t('lookAround')}</TextLink>
          <p className="pt-1 pb-1 text-12 text-muted">{t('neverAsks', { name })}</p>
        </>
      }
    >
      <LoginForm carried={carried} />
    </AuthScreen>
  );
}
