/** A code to one's own phone or e-mail, for what a stolen session alone must not do. */

import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { Scene } from '@fairlead/contract';
import { CODE_RESEND_MS } from '@fairlead/contract/constants';
import { toast, useCountdown } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { create } from 'zustand';

/** When a new code may be asked for, by user and scene; leaving the page does not forget it. */
const waits = create<Readonly<Record<string, number>>>()(() => ({}));

export interface OwnCode {
  readonly send: () => Promise<void>;
  readonly isSending: boolean;
  /** Until a new code may be asked for. */
  readonly secondsLeft: number;
  /** Demo: the newest code in the inbox; undefined when there is none, which has then been said. */
  readonly readDemoCode: () => Promise<string | undefined>;
  readonly isReading: boolean;
}

export function useOwnCode(scene: Scene, userId: number): OwnCode {
  const t = useTranslations('login');
  const key = `${userId} ${scene}`;
  const secondsLeft = useCountdown(waits((all) => all[key]));
  const waitFor = (forMs: number) => waits.setState({ [key]: Date.now() + forMs });
  const code = useAction('smsOtherMail', {
    onSuccess: () => waitFor(CODE_RESEND_MS),
    onError: (error: ApiError) => {
      if (error.code === 'code_too_soon') waitFor(error.retryAfterMs ?? CODE_RESEND_MS);
      return false;
    },
  });
  const inbox = useAction('inbox');
  const readDemoCode = async () => {
    const messages = await inbox.run({});
    if (messages === undefined) return undefined;
    const found = messages.find((message) => message.scene === scene && message.code !== '')?.code;
    if (found === undefined) toast({ kind: 'info', text: t('noDemoCode') });
    return found;
  };
  return {
    send: async () => void (await code.run({ scene })),
    isSending: code.isRunning,
    secondsLeft,
    readDemoCode,
    isReading: inbox.isRunning,
  };
}
