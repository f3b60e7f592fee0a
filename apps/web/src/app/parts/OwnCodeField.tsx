import type { Scene } from '@fairlead/contract';
import { CodeField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useUser } from '../../data/account/session.ts';
import { useOwnCode } from '../../data/account/use-own-code.ts';
import { DemoCode } from './DemoCode.tsx';
import { useSentTo } from './use-sent-to.ts';

export interface OwnCodeFieldProps {
  /** What the code is for; it works for nothing else. */
  scene: Scene;
  value: string;
  onValueChange: (code: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  className?: string;
}

/** A code to the user's own phone or e-mail, with its button, its countdown and, in demo mode, its inbox. */
export function OwnCodeField(props: OwnCodeFieldProps) {
  const { scene, value, onValueChange, error, disabled = false, className } = props;
  const t = useTranslations('login');
  const user = useUser();
  const code = useOwnCode(scene, user?.id ?? 0);
  const isWaiting = code.secondsLeft > 0;
  const sentTo = useSentTo(isWaiting, user?.account);
  const fill = async () => {
    const found = await code.readDemoCode();
    if (found !== undefined) onValueChange(found);
  };
  return (
    <div className={className}>
      <CodeField
        size={52}
        label={t('code')}
        value={value}
        disabled={disabled}
        error={error}
        hint={sentTo && t('codeSent', { account: sentTo })}
        sendLabel={
          <span className="tnum">
            {isWaiting ? t('sendAgain', { seconds: String(code.secondsLeft) }) : t('sendCode')}
          </span>
        }
        waiting={isWaiting}
        sending={code.isSending}
        onSend={() => void code.send()}
        onChange={(event) => onValueChange(event.target.value.replace(/\D/g, ''))}
      />
      <DemoCode
        isSent={sentTo !== undefined}
        isReading={code.isReading}
        onFill={() => void fill()}
      />
    </div>
  );
}
