import type { HoldKind } from '@fairlead/contract';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/language.ts';

/** Few see it: words and looks come when it is there. */
const Held = lazy(async () => {
  const [{ HeldText }] = await Promise.all([import('./HeldText.tsx'), loadTexts('holds')]);
  return { default: HeldText };
});

export interface HeldNoteProps {
  kind: HoldKind;
  /** Nothing is held without it. */
  until: number | undefined;
}

/** Something is held: until when, and where it says why and how to appeal. */
export function HeldNote({ kind, until }: HeldNoteProps) {
  if (until === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Held kind={kind} until={until} />
    </Suspense>
  );
}
