import { Button, Checkbox, Note } from '@fairlead/ui';
import { useState } from 'react';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { operatorTexts as t } from '../../texts/operators.ts';

export interface Made {
  readonly name: string;
  readonly password: string;
}

/** A password that was just made. It lives in this view and is gone with it. */
export function PasswordOnce({ made, onClose }: { made: Made; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  return (
    <Panel
      title={t.passwordTitle(made.name)}
      onClose={onClose}
      footer={
        <Button variant="main" size={44} block disabled={!isKept} onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Note kind="warn" className="mb-4">
        {t.passwordOnce}
      </Note>
      <div className="flex items-center justify-between">
        <span className="text-muted">{t.password}</span>
        <CopyButton text={made.password} />
      </div>
      <p className="con-secret">{made.password}</p>
      <Checkbox checked={isKept} onCheckedChange={setKept}>
        {t.kept}
      </Checkbox>
    </Panel>
  );
}
