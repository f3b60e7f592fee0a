import { Listing, LoadingRows, useAction, useApiPages } from '@fairlead/calls';
import type { Webhook, WebhookDelivery } from '@fairlead/contract';
import {
  Button,
  Confirm,
  EmptyState,
  formatDate,
  Icon,
  type IconName,
  List,
  Note,
  Tag,
  toast,
} from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { type Act, STATE_TAGS } from './model.ts';
import { WebhookSheet } from './WebhookSheet.tsx';

/** One endpoint: how it stands, what may be done with it, and what was sent to it. */
export function WebhookPage({ webhook, hasFactor }: { webhook: Webhook; hasFactor: boolean }) {
  const t = useTranslations('webhooks');
  const navigate = useNavigate();
  const [act, choose] = useState<Act>('edit');
  const [isOpen, setOpen] = useState(false);
  const [round, begin] = useState(0);
  const open = (chosen: Act) => {
    begin(round + 1);
    choose(chosen);
    setOpen(true);
  };
  return (
    <>
      <Standing webhook={webhook} />
      <div className="grid gap-2 gutter pt-3">
        <Button variant="main" block onClick={() => open('edit')}>
          {t('acts.edit')}
        </Button>
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => open('rotate')}>{t('acts.rotate')}</Button>
          <Button variant="danger" onClick={() => open('remove')}>
            {t('acts.remove')}
          </Button>
        </div>
      </div>
      <Deliveries webhook={webhook} />
      <WebhookSheet
        key={round}
        {...{ act, isOpen, webhook, hasFactor }}
        onClose={() => setOpen(false)}
        onRemoved={() => void navigate('/pages/settings/security/webhooks', { replace: true })}
      />
    </>
  );
}

function Standing({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const { label, url, events, state, number, failing_since: since, next_try: next } = webhook;
  const numbers = Object.values(webhook.numbers ?? { spot: number });
  const at = (time: number) => formatDate(time, 'dayMinute', locale);
  return (
    <section className="grid gap-2 gutter pb-1">
      <h2 className="flex items-center justify-between gap-3 text-18 font-strong">
        <span className="min-w-0 wrap-anywhere">{label}</span>
        <Tag kind={STATE_TAGS[state]}>{t(`states.${state}`)}</Tag>
      </h2>
      <p className="font-mono text-14 text-secondary break-all">{url}</p>
      <p className="flex flex-wrap gap-1">
        {events.map((event) => (
          <Tag key={event} kind="plain">
            {t(`event.${event}`)}
          </Tag>
        ))}
      </p>
      <p className="text-12 text-muted">{t('deliveredTo', { number: numbers.join(', ') })}</p>
      {since !== undefined && state === 'failing' && (
        <Note kind="warn">
          {t('failing', { since: at(since), next: next === undefined ? '–' : at(next) })}
        </Note>
      )}
      {state === 'disabled' && <Note kind="warn">{t('disabled')}</Note>}
    </section>
  );
}

/** Asks again when what an endpoint says of itself shows that something was sent. */
function useAgain(standing: string, refetch: () => unknown): void {
  const seen = useRef(standing);
  useEffect(() => {
    if (seen.current === standing) return;
    seen.current = standing;
    void refetch();
  }, [standing, refetch]);
}

/** Of each message, and sends again what was since one of them. */
function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks');
  const common = useTranslations('common');
  const query = useApiPages('webhookDeliveries', { id: webhook.id });
  const { number, numbers, state, next_try: next } = webhook;
  useAgain(JSON.stringify([numbers ?? number, state, next]), query.refetch);
  const [from, ask] = useState<WebhookDelivery>();
  const replay = useAction('replayWebhook', {
    invalidates: ['webhooks', 'webhookDeliveries'],
    onSuccess: () => toast({ kind: 'good', text: t('replayed') }),
  });
  const confirm = async () => {
    const { after, product } = from ?? {};
    if (after !== undefined)
      await replay.run({ id: webhook.id, after, ...(product !== undefined && { product }) });
    ask(undefined);
  };
  return (
    <section className="pt-6">
      <h2 className="gutter pb-1 text-16 font-strong">{t('deliveries')}</h2>
      <Listing
        query={query}
        loading={<LoadingRows count={4} />}
        empty={<EmptyState>{t('noDeliveries')}</EmptyState>}
      >
        {(list) => (
          <List label={t('deliveries')}>
            {list.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onReplay={() => ask(delivery)} />
            ))}
          </List>
        )}
      </Listing>
      <Confirm
        open={from !== undefined}
        onOpenChange={(open) => !open && ask(undefined)}
        title={t('replayTitle')}
        cancelLabel={common('cancel')}
        confirmLabel={t('replay')}
        busy={replay.isRunning}
        onConfirm={() => void confirm()}
      >
        {t('replayDetail', { number: String(from?.after ?? 0) })}
      </Confirm>
    </section>
  );
}

const ICONS: Readonly<Record<WebhookDelivery['state'], IconName>> = {
  delivered: 'check',
  waiting: 'clock',
  skipped: 'minus',
};

function DeliveryRow({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: () => void }) {
  const t = useTranslations('webhooks');
  const locale = useLocale();
  const { state, number, attempts, code, failure, last_try: tried, created_at: made } = delivery;
  const why =
    failure === undefined ? '' : `, ${t(`failures.${failure}`, { code: String(code ?? '') })}`;
  return (
    <div className="fl-row">
      <Icon name={ICONS[state]} className={failure === undefined ? 'text-rise' : 'text-warn'} />
      <span className="fl-row-main">
        <span className="fl-row-title">
          {t(`delivery.${state}`)} <span className="font-normal text-secondary">#{number}</span>
        </span>
        <span className="fl-row-caption">
          {formatDate(tried ?? made, 'dayMinute', locale)}, {t('attempts', { count: attempts })}
          {why}
        </span>
      </span>
      <Button size={44} variant="text" className="-me-3" onClick={onReplay}>
        {t('replay')}
      </Button>
    </div>
  );
}
