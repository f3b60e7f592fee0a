import { Button, Checkbox, formatDate, Note } from '@fairlead/ui';
import { useState } from 'react';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { operatorTexts as t } from './texts.ts';

export interface Made {
  readonly name: string;
  /** Absent where it was sent to the person. */
  readonly link?: string | undefined;
  readonly sentTo?: string | undefined;
  readonly expiresAt: number;
}

/** A link that was just made. It lives in this view and is gone with it. */
export function LinkOnce({ made, onClose }: { made: Made; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  const { name, link, sentTo, expiresAt } = made;
  return (
    <Panel
      title={t.linkTitle(name)}
      onClose={onClose}
      footer={
        <Button
          variant="main"
          size={44}
          block
          disabled={link !== undefined && !isKept}
          onClick={onClose}
        >
          {t.done}
        </Button>
      }
    >
      {link === undefined ? (
        <Note kind="info">
          {t.linkSent(sentTo ?? '', formatDate(expiresAt, 'dayMinute', 'en'))}
        </Note>
      ) : (
        <>
          <Note kind="warn" className="mb-4">
            {t.linkOnce(formatDate(expiresAt, 'dayMinute', 'en'))}
          </Note>
          <div className="flex items-center justify-between">
            <span className="text-muted">{t.link}</span>
            <CopyButton text={link} />
          </div>
          <p className="con-secret">{link}</p>
          <Checkbox checked={isKept} onCheckedChange={setKept}>
            {t.kept}
          </Checkbox>
        </>
      )}
    </Panel>
  );
}
