import { useApi } from '@fairlead/calls';
import type { TriggerOrder } from '@fairlead/contract';
import {
  Button,
  formatAmount,
  formatDate,
  formatPrice,
  formatShare,
  type KeyValue,
  KeyValues,
  TextLink,
  Thread,
  type ThreadStep,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { DetailSheet } from '../../../app/parts/DetailSheet.tsx';
import { TrailSentence, TriggerSentence } from '../../../app/parts/TriggerSentence.tsx';
import { useQuotation } from '../../../data/markets/quotations.ts';
import { LazyOwnList } from '../lists/LazyOwnList.tsx';
import { TriggerBadge, useDistance } from './TriggerRow.tsx';
import {
  kindNameOf,
  type LifeStep,
  lifeOf,
  reasonOf,
  waitsBelow,
  watchedPrice,
} from './trigger-figures.ts';

export interface TriggerDetailProps {
  /** Undefined closes the sheet. */
  trigger: TriggerOrder | undefined;
  onClose: () => void;
  onCancel: (trigger: TriggerOrder) => void;
  isCancelling: boolean;
}

/** One that waits for a price, or did: what was asked, and its life as a line. */
export function TriggerDetail({ trigger, onClose, onCancel, isCancelling }: TriggerDetailProps) {
  const t = useTranslations('orders');
  return (
    <DetailSheet
      thing={trigger}
      title={({ id }) => t('detail.title', { id: String(id) })}
      footer={(shown) =>
        (shown.status === 'waiting' || shown.status === 'pending') && (
          <Button variant="line" block busy={isCancelling} onClick={() => onCancel(shown)}>
            {t('cancelIt')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {(shown) => <Details trigger={shown} />}
    </DetailSheet>
  );
}

function Details({ trigger }: { trigger: TriggerOrder }) {
  const t = useTranslations('triggers');
  const facts = useFactRows(trigger);
  const steps = useSteps(trigger);
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between">
        <span className="text-16 font-strong">{trigger.symbol}</span>
        <TriggerBadge status={trigger.status} />
      </div>
      <p>
        <Sentence trigger={trigger} />
      </p>
      <KeyValues rows={facts} />
      <div className="grid gap-2 border-t border-hairline-strong pt-3">
        <h3 className="font-strong">{t('life')}</h3>
        <Thread label={t('life')} steps={steps} />
      </div>
      <LazyOwnList id={trigger.list_id} />
    </div>
  );
}

function Sentence({ trigger }: { trigger: TriggerOrder }) {
  const { symbol, side, trigger_by: by, trail_rate, price, quantity, amount } = trigger;
  const [base = '', quote = ''] = symbol.split('/');
  const order = { base, quote, side, by, price, quantity, amount };
  return trail_rate === undefined ? (
    <TriggerSentence {...order} isBelow={waitsBelow(trigger)} trigger={trigger.trigger_price} />
  ) : (
    <TrailSentence
      {...order}
      rate={formatShare(trail_rate, 2)}
      activation={trigger.activation_price}
    />
  );
}

function useFactRows(trigger: TriggerOrder): KeyValue[] {
  const t = useTranslations('triggers');
  const orders = useTranslations('orders');
  const trade = useTranslations('trade');
  const locale = useLocale();
  const market = useQuotation(trigger.symbol);
  const away = useDistance(trigger);
  const isWaiting = trigger.status === 'waiting';
  const rows: (KeyValue | false)[] = [
    {
      label: orders('detail.type'),
      value: trade(`kind.${kindNameOf(trigger)}`),
    },
    trigger.client_order_id !== undefined && {
      id: 'client',
      label: orders('detail.clientId'),
      value: <span className="break-all">{trigger.client_order_id}</span>,
    },
    trigger.type === 'limit' && {
      label: orders('detail.lives'),
      value: trade(`tif.${trigger.time_in_force}`),
    },
    trigger.expires_at !== undefined && {
      label: orders('detail.expires'),
      value: formatDate(trigger.expires_at, 'full', locale),
    },
    trigger.display_quantity !== undefined && {
      label: orders('detail.display'),
      value: formatAmount(trigger.display_quantity, undefined, trigger.symbol.split('/')[0]),
    },
    trigger.self_trade_prevention !== undefined && {
      label: orders('detail.selfTrade'),
      value: orders(`selfTrade.${trigger.self_trade_prevention}`),
    },
    trigger.best_price !== undefined && {
      label: t(`best.${trigger.side}`),
      value: formatPrice(trigger.best_price),
    },
    trigger.trail_rate !== undefined && {
      label: t('stands'),
      value: formatPrice(trigger.trigger_price),
    },
    isWaiting && {
      id: 'now',
      label: t(`now.${trigger.trigger_by}`),
      value: formatPrice(watchedPrice(trigger, market)),
    },
    isWaiting && away !== undefined && { id: 'away', label: t('distance'), value: away },
    isWaiting && {
      label: t('held'),
      value: formatAmount(trigger.held, undefined, trigger.held_currency),
    },
  ];
  return rows.filter((row) => row !== false);
}

const STATES: Readonly<Record<LifeStep, ThreadStep['state']>> = {
  placed: 'done',
  behind: 'now',
  waits: 'now',
  reached: 'done',
  became: 'done',
  refused: 'bad',
  cancelled: 'bad',
};

/** Placed, reached with its receipt, and what came of it. */
function useSteps(trigger: TriggerOrder): readonly ThreadStep[] {
  const t = useTranslations('triggers');
  const locale = useLocale();
  const { created_at, updated_at, receipt_id, order_id } = trigger;
  const price = formatPrice(trigger.trigger_price);
  const at = (ms: number) => formatDate(ms, 'full', locale);
  const reason = t(`reason.${reasonOf(trigger)}`);
  const looks: Readonly<Record<LifeStep, Omit<ThreadStep, 'id' | 'state'>>> = {
    placed: { title: t('placed'), at: at(created_at) },
    behind: { title: t('behind') },
    waits: { title: t('waits', { price }) },
    reached: {
      title: t('reached', { price }),
      at: at(updated_at),
      detail: receipt_id !== undefined && (
        <TextLink href={href('pages/settlement/receipt', { id: receipt_id })} chevron>
          {t('receipt')}
        </TextLink>
      ),
    },
    became: {
      title: t('became', { id: String(order_id ?? '') }),
      detail: order_id !== undefined && <OrderLink symbol={trigger.symbol} id={order_id} />,
    },
    refused: { title: t('refused'), detail: reason },
    cancelled: { title: t('cancelled'), at: at(updated_at), detail: reason },
  };
  return lifeOf(trigger).map((step) => ({ id: step, state: STATES[step], ...looks[step] }));
}

const RECENT = 100;

/** To the order, in the list where it stands now: among the newest of its market, else with those that are over. */
function OrderLink({ symbol, id }: { symbol: string; id: number }) {
  const t = useTranslations('triggers');
  const { data } = useApi('orders', { symbol, page: 1, limit: RECENT });
  const status = data?.list.find((order) => order.id === id)?.status ?? 'completed';
  return (
    <TextLink href={href('pages/trade/orders', { symbol, status, order: id })} chevron>
      {t('order')}
    </TextLink>
  );
}
