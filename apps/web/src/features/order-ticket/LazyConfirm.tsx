/** What asks before an order goes: it comes behind the ticket, and is there when the button is pressed. */
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { useKept } from '../../app/parts/use-kept.ts';
import type { ConfirmOrder } from './ConfirmOrder.tsx';

const load = () => import('./ConfirmOrder.tsx');
const Confirm = lazy(async () => ({ default: (await load()).ConfirmOrder }));

export function LazyConfirmOrder(props: ComponentProps<typeof ConfirmOrder>) {
  useEffect(() => {
    // One that does not come now is asked for again when it is needed.
    load().catch(() => undefined);
  }, []);
  const wasOpen = useKept(props.isOpen || undefined);
  if (wasOpen === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Confirm {...props} />
    </Suspense>
  );
}
