import { pageBrand } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { acting, actingParts, isClosedActing } from '../../data/account/acting.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { createRedirectGuard, loginTarget, mayShow } from '../guard.ts';
import { findRoute, type RouteEntry } from '../routes.ts';
import { Screen } from '../Screen.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageLoading } from './PageLoading.tsx';
import { pageComponent } from './page-load.ts';

const redirectGuard = createRedirectGuard();

/** The page of the address: guarded, loaded when first needed, not found when unknown. */
export function PageSlot() {
  const { pathname } = useLocation();
  const entry = findRoute(pathname);
  useTitle(entry?.title ?? 'notFound');
  const isLoggedIn = useIsLoggedIn();
  if (entry === undefined) return <NotFound />;
  if (!mayShow(entry, isLoggedIn)) return <ToLogin key={entry.path} />;
  if (isClosedActing(entry.path)) return <Closed key={entry.path} entry={entry} />;
  return <LoadedPage key={entry.path} entry={entry} />;
}

/** A page of the main account, to who acts as another. */
function Closed({ entry: { title, kind } }: { entry: RouteEntry }) {
  const t = useTranslations('common.title');
  const OfMain = actingParts()?.OfMain;
  return OfMain && acting && <OfMain acting={acting} title={t(title)} isTab={kind === 'tab'} />;
}

function useTitle(title: RouteEntry['title'] | 'notFound'): void {
  const t = useTranslations('common.title');
  const { name } = pageBrand();
  useEffect(() => {
    // Of two tabs each says whose it is.
    const as = acting === undefined ? '' : `${acting.name} · `;
    document.title = as + (title === 'home' ? name : `${t(title)} · ${name}`);
  }, [t, title, name]);
}

function ToLogin() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const target = loginTarget(`${pathname}${search}`);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    if (redirectGuard.tryRedirect()) navigate(target, { replace: true });
    else setBlocked(true);
  }, [navigate, target]);
  return isBlocked ? <LoginNeeded target={target} /> : null;
}

function LoadedPage({ entry }: { entry: RouteEntry }) {
  // Chosen once: the page must not be made anew when its code has become known meanwhile.
  const [{ Page, attempts }, setAttempt] = useState(() => ({
    Page: pageComponent(entry),
    attempts: 0,
  }));
  const retry = () => {
    // A chunk that fails twice is gone, most likely replaced by a new version.
    if (attempts > 0)
      import('../../pwa/start.tsx')
        .then(({ renew }) => renew())
        .catch(() => window.location.reload());
    setAttempt({ Page: pageComponent(entry), attempts: attempts + 1 });
  };
  return (
    <PageBoundary onRetry={retry}>
      <Suspense fallback={<PageLoading onRetry={retry} />}>
        <Page />
      </Suspense>
    </PageBoundary>
  );
}

/** An address that no route has. */
function NotFound() {
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

/** Where a second redirect within a second is blocked: the way to login, on a tap. */
function LoginNeeded({ target }: { target: string }) {
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
