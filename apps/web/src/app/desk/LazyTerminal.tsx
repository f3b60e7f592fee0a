import { lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/language.ts';
import { useLayout } from '../layout.ts';
import type { TerminalProps } from './Terminal.tsx';

/** Phones never ask for it. */
const Panels = lazy(async () => {
  const [{ Terminal }] = await Promise.all([import('./Terminal.tsx'), loadTexts('desk')]);
  return { default: Terminal };
});

const Toggle = lazy(async () => {
  const [{ MarketsToggle }] = await Promise.all([import('./MarketsToggle.tsx'), loadTexts('desk')]);
  return { default: MarketsToggle };
});

/** In the bar over a terminal; nothing elsewhere. */
export function MarketsButton() {
  if (useLayout() !== 'terminal') return null;
  return (
    <Suspense fallback={null}>
      <Toggle />
    </Suspense>
  );
}

/** The terminal with its own code and words, which come when they are first needed. */
export function LazyTerminal(props: TerminalProps) {
  return (
    <Suspense fallback={<div className="fl-terminal" aria-busy="true" />}>
      <Panels {...props} />
    </Suspense>
  );
}
