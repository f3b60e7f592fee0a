import { LONG_CODE_LENGTH } from '@fairlead/contract/constants';
import { CodeField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { DemoCode } from '../../../app/parts/DemoCode.tsx';
import { useSentTo } from '../../../app/parts/use-sent-to.ts';
import { useWorkProgress } from '../../../data/calls/work-progress.ts';
import type { TextInput } from '../use-auth-form.ts';
import type { CodeSender } from './use-code-sender.ts';

export interface CodeRowProps {
  sender: CodeSender;
  /** Of the form, for the code. */
  input: TextInput;
  /** The account as a person reads it. */
  account: string;
  /** Checks the account first and then sends. */
  onSend: () => void;
  /** Demo: puts the code of the inbox into the field. */
  onFill: (code: string) => void;
}

/** The code with its button and countdown; in demo mode, where to find it. */
export function CodeRow({ sender, input, account, onSend, onFill }: CodeRowProps) {
  const t = useTranslations('login');
  const { secondsLeft } = sender;
  const working = useWorkProgress();
  const isWaiting = secondsLeft > 0;
  const sentTo = useSentTo(isWaiting, account);
  const sent = sentTo && t('codeSent', { account: sentTo });
  const hint =
    working === undefined ? sent : t('working', { percent: String(Math.round(working * 100)) });
  const fill = async () => {
    const code = await sender.readDemoCode();
    if (code !== undefined) onFill(code);
  };
  return (
    <div className="mt-4">
      <CodeField
        {...input}
        size={52}
        label={t('code')}
        maxLength={LONG_CODE_LENGTH}
        hint={hint}
        sendLabel={
          <span className="tnum">
            {isWaiting ? t('sendAgain', { seconds: String(secondsLeft) }) : t('sendCode')}
          </span>
        }
        waiting={isWaiting}
        sending={sender.isSending}
        onSend={onSend}
      />
      <DemoCode
        isSent={sentTo !== undefined}
        isReading={sender.isReading}
        onFill={() => void fill()}
      />
    </div>
  );
}
