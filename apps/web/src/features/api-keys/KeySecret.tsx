import type { ResponseOf } from '@fairlead/contract';
import { Button, Checkbox, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopiedText } from '../../app/parts/CopiedText.tsx';

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
      <CopiedText label={t('key')} copyLabel={t('copyKey')} value={made.key} />
      {made.secret !== undefined && (
        <CopiedText label={t('secret')} copyLabel={t('copySecret')} value={made.secret} />
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
