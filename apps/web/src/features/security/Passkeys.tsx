import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Passkey } from '@fairlead/contract';
import { Button, EmptyState, formatDate, Icon, List, ListRow, Note, Tag } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { usePasskeyPlace } from '../../data/passkey/place.ts';
import { PasskeySheet } from './PasskeySheet.tsx';

export interface PasskeysProps {
  /** The first factor of an account brings recovery codes, which are shown once. */
  onCodes: (codes: readonly string[]) => void;
}

/** Own passkeys; each opens to be named or removed. */
export function Passkeys({ onCodes }: PasskeysProps) {
  const t = useTranslations('security.passkeys');
  const isPlace = usePasskeyPlace();
  const query = useApi('passkeys', {});
  const { data } = query;
  const [opened, open] = useState<{ readonly passkey: Passkey | undefined }>();
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={2} />} />;
  return (
    <>
      <p className="gutter pb-2 text-secondary">{t('lead')}</p>
      {data.length === 0 ? (
        <EmptyState>{t('none')}</EmptyState>
      ) : (
        <List label={t('list')}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onOpen={() => open({ passkey })} />
          ))}
        </List>
      )}
      <div className="grid gap-4 gutter pt-4 pb-8">
        <Button
          variant="main"
          block
          icon="plus"
          disabled={!isPlace}
          onClick={() => open({ passkey: undefined })}
        >
          {t('add')}
        </Button>
        {!isPlace && <Note kind="warn">{t('elsewhere')}</Note>}
      </div>
      <PasskeySheet
        // Each opening begins anew.
        key={opened === undefined ? 'closed' : (opened.passkey?.id ?? 'new')}
        isOpen={opened !== undefined}
        passkey={opened?.passkey}
        onCodes={onCodes}
        onClose={() => open(undefined)}
      />
    </>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: () => void }) {
  const t = useTranslations('security.passkeys');
  const locale = useLocale();
  const { name, is_synced: isSynced, created_at: madeAt, last_used_at: usedAt } = passkey;
  return (
    <ListRow
      leading={
        <span className="grid size-9 place-items-center rounded-full bg-field text-secondary">
          <Icon name="key" />
        </span>
      }
      title={
        <span className="flex items-center gap-2">
          <span className="truncate">{name}</span>
          {isSynced && <Tag>{t('synced')}</Tag>}
        </span>
      }
      caption={
        usedAt === undefined
          ? t('unused', { date: formatDate(madeAt, 'day', locale) })
          : t('used', { time: formatDate(usedAt, 'dayMinute', locale) })
      }
      chevron
      onClick={onOpen}
    />
  );
}
