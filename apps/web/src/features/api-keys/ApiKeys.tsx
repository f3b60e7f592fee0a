import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { ApiKey } from '@fairlead/contract';
import { Button, EmptyState, formatDate, Icon, List, ListRow, Note, Tag } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { KeySheet } from './KeySheet.tsx';

/** Own keys, newest first; each opens to be changed or revoked. */
export function ApiKeys({ hasFactor }: { hasFactor: boolean }) {
  const t = useTranslations('apiKeys');
  const query = useApi('apiKeys', {});
  const { data } = query;
  const [opened, open] = useState<{ readonly key: ApiKey | undefined }>();
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={3} />} />;
  const create = (
    <Button variant="main" block icon="plus" onClick={() => open({ key: undefined })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <p className="gutter pb-2 text-secondary">{t('lead')}</p>
      {data.length === 0 ? (
        <EmptyState>{t('none')}</EmptyState>
      ) : (
        <List label={t('list')}>
          {data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onOpen={() => open({ key })} />
          ))}
        </List>
      )}
      <div className="grid gap-4 gutter pt-4">
        {create}
        <Note kind="good">{t('never')}</Note>
      </div>
      <KeySheet
        // Each opening begins anew.
        key={opened === undefined ? 'closed' : (opened.key?.id ?? 'new')}
        isOpen={opened !== undefined}
        apiKey={opened?.key}
        hasFactor={hasFactor}
        onClose={() => open(undefined)}
      />
    </>
  );
}

function KeyRow({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: () => void }) {
  const t = useTranslations('apiKeys');
  const locale = useLocale();
  const { label, prefix, permissions, ips, last_used_at: usedAt } = apiKey;
  const may = [
    ...permissions.map((permission) => t(`permissions.${permission}`)),
    ...(apiKey.opens_api ? [] : [t('before')]),
  ];
  const used =
    usedAt === undefined
      ? t('unused')
      : t('used', { time: formatDate(usedAt, 'dayMinute', locale) });
  const from = ips.length === 0 ? t('anywhere') : t('addresses', { count: ips.length });
  return (
    <ListRow
      leading={
        <span className="grid size-9 place-items-center rounded-full bg-field text-secondary">
          <Icon name="key" />
        </span>
      }
      title={label}
      caption={
        <>
          <span className="flex flex-wrap gap-1 py-1">
            {may.map((name, at) => (
              <Tag key={name} kind={at === 0 ? 'plain' : 'brand'}>
                {name}
              </Tag>
            ))}
          </span>
          {`${prefix}… · ${from} · ${used}`}
        </>
      }
      chevron
      onClick={onOpen}
    />
  );
}
