import type { Scene } from '@fairlead/contract';
import { Button, CodeField, Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useConfig } from '../../../data/use-config.ts';
import { useOwnCode } from './use-own-code.ts';

export interface OwnCodeFieldProps {
  scene: Scene;
  value: string;
  error: string | undefined;
  onValueChange: (code: string) => void;
}

/** The code with its button and countdown; in demo mode, where to find it. */
export function OwnCodeField({ scene, value, error, onValueChange }: OwnCodeFieldProps) {
  const t = useTranslations('login');
  const { data: config } = useConfig();
  const code = useOwnCode(scene);
  const isWaiting = code.secondsLeft > 0;
  const fill = async () => {
    const found = await code.readDemoCode();
    if (found !== undefined) onValueChange(found);
  };
  return (
    <div>
      <CodeField
        size={52}
        label={t('code')}
        value={value}
        error={error}
        hint={isWaiting ? t('codeSent', { account: code.account }) : undefined}
        sendLabel={
          <span className="tnum">
            {isWaiting ? t('sendAgain', { seconds: String(code.secondsLeft) }) : t('sendCode')}
          </span>
        }
        waiting={isWaiting}
        sending={code.isSending}
        onSend={code.send}
        onChange={(event) => onValueChange(event.target.value.replace(/\D/g, ''))}
      />
      {config?.demo === true && isWaiting && (
        <Note kind="info" className="mt-2">
          {t('demoCode')}{' '}
          <Button
            variant="text"
            size={36}
            className="-my-2 -ml-3"
            busy={code.isReading}
            onClick={() => void fill()}
          >
            {t('fillCode')}
          </Button>
        </Note>
      )}
    </div>
  );
}
