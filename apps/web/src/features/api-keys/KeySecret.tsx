import type { ResponseOf } from '@fairlead/contract';
import { Button, Checkbox, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCopy } from '../../data/use-copy.ts';

/** Key and secret, if it has one, once: nothing goes on before the reader says that they are saved. */
export function KeySecret({
  made,
  onDone,
}: {
  made: ResponseOf<'createApiKey'>;
  onDone: () => void;
}) {
  const t = useTranslations('apiKeys');
  const [isSaved, setSaved] = useState(false);
  return (
    <div className="grid gap-4 pb-2">
      <Note kind="warn">{t(made.secret === undefined ? 'onceKey' : 'once')}</Note>
      <Copied label={t('key')} copyLabel={t('copyKey')} value={made.key} />
      {made.secret !== undefined && (
        <Copied label={t('secret')} copyLabel={t('copySecret')} value={made.secret} />
      )}
      <Checkbox checked={isSaved} onCheckedChange={setSaved}>
        {t(made.secret === undefined ? 'isKeySaved' : 'isSaved')}
      </Checkbox>
      <Button variant="main" block disabled={!isSaved} onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  );
}

interface CopiedProps {
  label: string;
  copyLabel: string;
  value: string;
}

function Copied({ label, copyLabel, value }: CopiedProps) {
  const copy = useCopy();
  return (
    <div>
      <p className="fl-label">{label}</p>
      <p className="rounded-12 bg-field px-3 py-2.5 font-mono text-14 break-all select-all">
        {value}
      </p>
      <Button size={44} icon="copy" className="mt-2" onClick={() => void copy(value)}>
        {copyLabel}
      </Button>
    </div>
  );
}
