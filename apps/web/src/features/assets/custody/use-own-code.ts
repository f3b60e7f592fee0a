/** A code to the user's own phone or e-mail, for what must be the owner's doing. */
import type { ApiError } from '@fairlead/client';
import type { Scene } from '@fairlead/contract';
import { CODE_RESEND_MS } from '@fairlead/contract/constants';
import { toast, useCountdown } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { create } from 'zustand';
import { useUser } from '../../../data/session.ts';
import { useAction } from '../../../data/use-action.ts';

/** When a new code may be asked for, by scene; it outlives the page that asked. */
const waits = create<Readonly<Partial<Record<Scene, number>>>>()(() => ({}));
const keepWait = (scene: Scene, untilMs: number): void => waits.setState({ [scene]: untilMs });

export interface OwnCode {
  readonly send: () => void;
  readonly isSending: boolean;
  /** Until a new code may be asked for. */
  readonly secondsLeft: number;
  /** Where it goes, as the account knows it. */
  readonly account: string;
  /** Demo: the newest code of the inbox; undefined when there is none, which has then been said. */
  readonly readDemoCode: () => Promise<string | undefined>;
  readonly isReading: boolean;
}

export function useOwnCode(scene: Scene): OwnCode {
  const t = useTranslations('login');
  const user = useUser();
  const account = user?.email ?? user?.phone ?? user?.account ?? '';
  const secondsLeft = useCountdown(waits((state) => state[scene]));
  const refused = (error: ApiError) => {
    if (error.code === 'code_too_soon')
      keepWait(scene, Date.now() + (error.retryAfterMs ?? CODE_RESEND_MS));
    return false;
  };
  const code = useAction('smsOtherMail', {
    onError: refused,
    onSuccess: () => keepWait(scene, Date.now() + CODE_RESEND_MS),
  });
  const inbox = useAction('inbox');
  const readDemoCode = async () => {
    const messages = await inbox.run({ to: account });
    if (messages === undefined) return undefined;
    const found = messages.find((message) => message.scene === scene && message.code !== '')?.code;
    if (found === undefined) toast({ kind: 'info', text: t('noDemoCode') });
    return found;
  };
  return {
    send: () => void code.run({ scene }),
    isSending: code.isRunning,
    secondsLeft,
    account,
    readDemoCode,
    isReading: inbox.isRunning,
  };
}
