/** What asks before an order is cancelled: its code comes when one is. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { useKept } from '../../app/parts/use-kept.ts';
import type { CancelConfirm } from './CancelConfirm.tsx';

const Question = lazy(async () => ({
  default: (await import('./CancelConfirm.tsx')).CancelConfirm,
}));

export function LazyCancelConfirm(props: ComponentProps<typeof CancelConfirm>) {
  const kept = useKept(props.cancel.question);
  if (kept === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Question {...props} />
    </Suspense>
  );
}
