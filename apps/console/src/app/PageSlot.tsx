import { pageBrand } from '@fairlead/calls';
import type { OperatorRole } from '@fairlead/contract';
import { buttonLook, EmptyState, ErrorState, SkeletonRows } from '@fairlead/ui';
import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { sharedTexts } from '../parts/texts.ts';
import { pageComponent } from './page-load.ts';
import { findPage, maySee, type PageEntry, startPage } from './routes.ts';
import { shellTexts as t } from './texts.ts';

/** The page of the address: of this role, loaded when first needed. */
export function PageSlot({ role }: { role: OperatorRole }) {
  const { pathname } = useLocation();
  const entry = findPage(pathname);
  const name = entry === undefined ? t.notFound : t.pages[entry.path];
  useEffect(() => {
    document.title = `${name} · ${pageBrand().name} ${t.console}`;
  }, [name]);
  if (pathname === '/') return <Navigate to={`/${startPage(role)?.path}`} replace />;
  if (entry === undefined) return <Nothing text={t.notFound} />;
  if (!maySee(entry, role)) return <Nothing text={t.notYours(sharedTexts.roles[role])} />;
  return <LoadedPage key={entry.path} entry={entry} />;
}

function Nothing({ text }: { text: string }) {
  return (
    <main className="con-main">
      <EmptyState
        action={
          <Link to="/" {...buttonLook({ size: 36 })}>
            {t.toStart}
          </Link>
        }
      >
        {text}
      </EmptyState>
    </main>
  );
}

function LoadedPage({ entry }: { entry: PageEntry }) {
  const [attempts, setAttempts] = useState(0);
  const [Page, setPage] = useState(() => pageComponent(entry.path));
  const retry = () => {
    // Code that fails twice is gone, most likely replaced by a new version: only a reload finds it.
    if (attempts > 0) window.location.reload();
    setAttempts(attempts + 1);
    setPage(() => pageComponent(entry.path, true));
  };
  return (
    <PageBoundary key={attempts} onRetry={retry}>
      <Suspense
        fallback={
          <main className="con-main">
            <SkeletonRows label={sharedTexts.loading} count={8} mark={false} />
          </main>
        }
      >
        <Page />
      </Suspense>
    </PageBoundary>
  );
}

interface PageBoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** What browsers say when a module or its style does not load; there is no code to tell it by. */
const CHUNK_FAILURE = /dynamically imported module|module script failed|preload CSS|load chunk/i;

/** Catches a page whose code did not load, or threw. */
class PageBoundary extends Component<PageBoundaryProps, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isChunk = error instanceof Error && CHUNK_FAILURE.test(error.message);
    return (
      <main className="con-main">
        <ErrorState onRetry={this.props.onRetry} retryLabel={sharedTexts.retry}>
          {isChunk ? t.chunk : t.crash}
        </ErrorState>
      </main>
    );
  }
}
