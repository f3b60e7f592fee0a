/** What makes the app one that is installed: begun when the first page stands and nothing else is to do. */
import { dismissToast, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../i18n/language.ts';
import { followInstall } from './install.ts';
import { followLastKnown } from './last-known.ts';
import { applyUpdate, registerWorker, updateStore } from './registration.ts';

export { renew } from './registration.ts';

function Text({ name }: { name: 'ready' | 'update' | 'held' }) {
  const t = useTranslations('pwa');
  return <>{t(name)}</>;
}

let shown: number | undefined;

function say(name: 'ready' | 'held'): void {
  if (shown !== undefined) dismissToast(shown);
  shown = toast({
    kind: 'info',
    text: <Text name={name} />,
    forMs: Number.POSITIVE_INFINITY,
    ...(name === 'ready' && { action: { label: <Text name="update" />, onClick: applyUpdate } }),
  });
}

/** Offers a new version until it is let in; put away, it is offered again when the app comes back. */
function offerUpdates(): void {
  const offer = async () => {
    const { phase } = updateStore.getState();
    if (phase !== 'ready' && phase !== 'held') return;
    await loadTexts('account').catch(() => undefined);
    say(phase);
  };
  updateStore.subscribe(() => void offer());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void offer();
  });
}

export function startPwa(): void {
  followInstall();
  followLastKnown();
  offerUpdates();
  void registerWorker();
}
