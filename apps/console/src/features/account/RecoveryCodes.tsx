import { brandedFile } from '@fairlead/calls';
import { Button, Checkbox, Note } from '@fairlead/ui';
import { useState } from 'react';
import { saveFile } from '../../data/download.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { loginTexts as t } from './login-texts.ts';

export interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once; one goes on only after saying that they are kept. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="grid gap-4">
      <Note kind="warn">{t.codesLead}</Note>
      <ol className="con-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex gap-2">
        <Button
          size={44}
          icon="download"
          onClick={() => saveFile(brandedFile('recovery-codes.txt'), `${text}\n`, 'text/plain')}
        >
          {t.saveCodes}
        </Button>
        <CopyButton text={text} />
      </div>
      <Checkbox checked={isKept} onCheckedChange={setKept}>
        {t.codesKept}
      </Checkbox>
      <Button variant="main" block disabled={!isKept} onClick={onDone}>
        {t.goOn}
      </Button>
    </div>
  );
}
