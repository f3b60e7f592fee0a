import { Component, type ReactNode } from 'react';
import { LoadError } from './LoadError.tsx';
import { ChunkTimeoutError } from './page-load.ts';

export interface PageBoundaryProps {
  /** Without it nothing stands in place of what did not come, and what is around it goes on. */
  onRetry?: () => void;
  children: ReactNode;
}

/** What browsers say when a module or its style does not load; there is no code to tell it by. */
const CHUNK_FAILURE = /dynamically imported module|module script failed|preload CSS|load chunk/i;

const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkTimeoutError ||
  (error instanceof Error && CHUNK_FAILURE.test(error.message));

/** Catches a page whose code did not load, or threw. Give it the page's key, so that leaving resets it. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, onRetry } = this.props;
    if (error === undefined) return children;
    if (onRetry === undefined) return null;
    return (
      <LoadError
        kind={isChunkFailure(error) ? 'missing' : 'crash'}
        onRetry={() => {
          this.setState({ error: undefined });
          onRetry();
        }}
      />
    );
  }
}
