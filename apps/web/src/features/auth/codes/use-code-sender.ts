import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { Scene } from '@fairlead/contract';
import { CODE_RESEND_MS } from '@fairlead/contract/constants';
import { toast, useCountdown } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { keepCodeWait, useDraft } from '../draft-store.ts';
import { type Identity, inboxName } from '../model.ts';

export interface CodeSenderOptions {
  readonly scene: Scene;
  readonly identity: Identity;
  readonly account: string;
  /** Shows a refusal at the account's field; false when it is not about it. */
  readonly onError: (error: ApiError) => boolean;
}

export interface CodeSender {
  readonly send: () => Promise<void>;
  readonly isSending: boolean;
  /** Until a new code may be asked for. */
  readonly secondsLeft: number;
  /** Demo: the newest code in the inbox; undefined when there is none, which has then been said. */
  readonly readDemoCode: () => Promise<string | undefined>;
  readonly isReading: boolean;
}

/** Sends a code to the account as typed; 60 s between two to the same. */
export function useCodeSender({
  scene,
  identity,
  account,
  onError,
}: CodeSenderOptions): CodeSender {
  const t = useTranslations('login');
  const to = inboxName(identity, account);
  const key = `${scene} ${to}`;
  const untilMs = useDraft((draft) => draft.codeWaits[key]);
  const secondsLeft = useCountdown(untilMs);
  const refused = (error: ApiError) => {
    if (error.code === 'code_too_soon')
      keepCodeWait(key, Date.now() + (error.retryAfterMs ?? CODE_RESEND_MS));
    return onError(error);
  };
  const sms = useAction('smsSend', { onError: refused });
  const mail = useAction('smsMail', { onError: refused });
  const inbox = useAction('inbox');
  const send = async () => {
    const text = account.trim();
    const said =
      identity.type === 'phone'
        ? await sms.run({ area_code: identity.areaCode, phone: text, scene })
        : await mail.run({ email: text, scene });
    if (said !== undefined) keepCodeWait(key, Date.now() + CODE_RESEND_MS);
  };
  const readDemoCode = async () => {
    const messages = await inbox.run({ to });
    if (messages === undefined) return undefined;
    const code = messages.find((message) => message.scene === scene && message.code !== '')?.code;
    if (code === undefined) toast({ kind: 'info', text: t('noDemoCode') });
    return code;
  };
  return {
    send,
    isSending: sms.isRunning || mail.isRunning,
    secondsLeft,
    readDemoCode,
    isReading: inbox.isRunning,
  };
}
