import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Webhook } from '@fairlead/contract';
import { Icon, ListRow, Note, Tag } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { ListWithNew } from '../../app/parts/ListWithNew.tsx';
import { hostOf, STATE_TAGS } from './model.ts';
import { WebhookPage } from './WebhookPage.tsx';
import { WebhookSheet } from './WebhookSheet.tsx';

const STATE_EVERY_MS = 5_000;

/** Own endpoints; with `id` one of them and what was sent to it. */
export function Webhooks({ id, hasFactor }: { id: number | undefined; hasFactor: boolean }) {
  const query = useApi('webhooks', {}, { pollMs: STATE_EVERY_MS });
  const { data } = query;
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={3} />} />;
  const one = data.find((webhook) => webhook.id === id);
  if (one !== undefined) return <WebhookPage webhook={one} hasFactor={hasFactor} />;
  return <Endpoints list={data} hasFactor={hasFactor} />;
}

function Endpoints({ list, hasFactor }: { list: readonly Webhook[]; hasFactor: boolean }) {
  const t = useTranslations('webhooks');
  return (
    <ListWithNew
      words={{ lead: t('lead'), list: t('list'), none: t('none'), create: t('acts.create') }}
      items={list}
      row={(webhook) => <EndpointRow key={webhook.id} webhook={webhook} />}
      note={<Note kind="good">{t('never')}</Note>}
      form={(sheet) => (
        <WebhookSheet {...sheet} act="create" webhook={undefined} hasFactor={hasFactor} />
      )}
    />
  );
}

function EndpointRow({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks');
  const { id, label, url, state } = webhook;
  return (
    <ListRow
      leading={
        <span className="grid size-9 place-items-center rounded-full bg-field text-secondary">
          <Icon name="send" />
        </span>
      }
      title={label}
      caption={<span className="wrap-anywhere">{hostOf(url)}</span>}
      value={<Tag kind={STATE_TAGS[state]}>{t(`states.${state}`)}</Tag>}
      chevron
      href={href('pages/settings/security/webhooks', { id })}
    />
  );
}
