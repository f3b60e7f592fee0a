import { Button, Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useConfig } from '../../data/use-config.ts';

export interface DemoCodeProps {
  /** A code was asked for. */
  isSent: boolean;
  isReading: boolean;
  onFill: () => void;
}

/** In demo mode nothing is sent: a code is taken out of the server's inbox. */
export function DemoCode({ isSent, isReading, onFill }: DemoCodeProps) {
  const t = useTranslations('login');
  const { data: config } = useConfig();
  if (config?.demo !== true || !isSent) return null;
  return (
    <Note kind="info" className="mt-2">
      {t('demoCode')}{' '}
      <Button variant="text" size={36} className="-my-2 -ms-3" busy={isReading} onClick={onFill}>
        {t('fillCode')}
      </Button>
    </Note>
  );
}
