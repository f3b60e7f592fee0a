import { brandedFile, pageBrand } from '@fairlead/calls';
import { Button, Checkbox, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUser } from '../../data/account/session.ts';
import { saveFile } from '../../data/save-file.ts';
import { useCopy } from '../../data/use-copy.ts';

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** What protects the account from now on, in words. */
  isOn: string;
  onDone: () => void;
}

const FILE_NAME = 'recovery-codes.txt';

/** Shown once: nothing goes on before the reader says that they are saved. */
export function RecoveryCodes({ codes, isOn, onDone }: RecoveryCodesProps) {
  const t = useTranslations('security.otp');
  const user = useUser();
  const copy = useCopy();
  const [isSaved, setSaved] = useState(false);
  const head = t('fileHead', { product: pageBrand().name, account: user?.account ?? '' });
  return (
    <div className="grid gap-5 gutter pt-1 pb-8">
      <div>
        <h2 className="text-20 font-strong">{t('codes')}</h2>
        <p className="mt-1 text-secondary">{t('codesLead')}</p>
      </div>
      <ol
        className="fl-card grid grid-cols-2 gap-x-4 gap-y-2 font-mono text-16"
        aria-label={t('codes')}
      >
        {codes.map((code) => (
          <li key={code} className="text-center select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2">
        <Button size={44} icon="copy" onClick={() => void copy(codes.join('\n'))}>
          {t('copyCodes')}
        </Button>
        <Button
          size={44}
          icon="download"
          onClick={() => saveFile(brandedFile(FILE_NAME), [head, '', ...codes, ''].join('\n'))}
        >
          {t('download')}
        </Button>
      </div>
      <Note kind="good">{isOn}</Note>
      <Checkbox checked={isSaved} onCheckedChange={setSaved}>
        {t('saved')}
      </Checkbox>
      <Button variant="main" block disabled={!isSaved} onClick={onDone}>
        {t('finish')}
      </Button>
    </div>
  );
}
