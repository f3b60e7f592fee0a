import {
  Button,
  Checkbox,
  formatAmount,
  formatPrice,
  formatRateShare,
  type KeyValue,
  KeyValues,
  MISSING,
  Note,
  Sheet,
} from '@fairlead/ui';
import { type AmountMinor, formatDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { ActingNote } from '../../app/parts/ActingNote.tsx';
import { setConfirmation, useConfirmation } from '../../data/account/settings.ts';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { mayExpire } from './advanced.ts';
import { mayHide } from './iceberg.ts';
import { kindOf } from './kinds.ts';
import { LazyListWords, LazyTriggerWords } from './LazyTrigger.tsx';
import { stopLimitTicks } from './list-order.ts';
import { priceFieldText, quoteText, type TicketSummary } from './model.ts';
import type { TicketState } from './state.ts';
import { activationOf, trailOf } from './trailing.ts';
import { triggerTicks } from './trigger-order.ts';
import type { Validation } from './validate.ts';

export interface ConfirmOrderProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  isSending: boolean;
  /** It was sent before and no answer came. */
  isAgain: boolean;
  rules: MarketRules;
  state: TicketState;
  summary: TicketSummary;
  validation: Validation;
}

/** The whole cost once more, what to look out for, and one button that says what will happen. */
export function ConfirmOrder(props: ConfirmOrderProps) {
  const { isOpen, onClose, onConfirm, isSending, isAgain, rules, state, summary, validation } =
    props;
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const kind = state.type === 'limit' ? 'limit_order' : 'market_order';
  const asks = useConfirmation(kind);
  const rows = useRows(props);
  const isBuy = state.side === 'buy';
  // What is bought, never what it costs: how much a market buy brings is not known yet.
  const amount =
    state.type === 'market' && isBuy
      ? rules.base
      : formatAmount(summary.quantityText, undefined, rules.base);
  const { problem } = validation;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('confirm.title', { side: state.side, currency: rules.base })}
      closeLabel={common('close')}
      dismissible={!isSending}
      footer={
        <Button
          variant={isBuy ? 'rise' : 'fall'}
          block
          busy={isSending}
          disabled={problem !== undefined}
          onClick={onConfirm}
        >
          {t(isBuy ? 'confirm.buy' : 'confirm.sell', { amount })}
        </Button>
      }
    >
      <div className="grid gap-3">
        {isAgain && !isSending && <Note kind="warn">{common('openCall')}</Note>}
        <ActingNote />
        <KeyValues rows={rows} />
        {validation.warnings.map((warning) => (
          <Note key={warning.code} kind="warn">
            {/* Each code's sentence takes the values that `validate` gives with it. */}
            {t(`warning.${warning.code}`, warning.values as never)}
          </Note>
        ))}
        <LazyTriggerWords state={state} summary={summary} rules={rules} />
        <LazyListWords state={state} summary={summary} rules={rules} />
        {state.type === 'market' && (
          <p className="text-12 text-muted">
            {t(state.trigger === undefined ? 'confirm.estimate' : 'confirm.estimateTrigger')}
          </p>
        )}
        {problem && <Note kind="bad">{t(`problem.${problem.code}`, problem.values as never)}</Note>}
        <Checkbox checked={!asks} onCheckedChange={(isOff) => setConfirmation(kind, !isOff)}>
          {t(`confirm.dontAsk.${state.type}`)}
        </Checkbox>
      </div>
    </Sheet>
  );
}

function useRows({ rules, state, summary }: ConfirmOrderProps): KeyValue[] {
  const t = useTranslations('trade');
  const isBuy = state.side === 'buy';
  const inBase = (amount: AmountMinor | undefined) =>
    formatAmount(amount && formatDecimal(amount, rules.baseScale), undefined, rules.base);
  const inQuote = (amount: AmountMinor | undefined) =>
    formatAmount(amount && quoteText(amount, rules), undefined, rules.quote);
  const received = isBuy
    ? inBase
    : (amount: AmountMinor | undefined) =>
        formatAmount(amount && formatDecimal(amount, rules.quoteScale), undefined, rules.quote);
  const fee = {
    id: 'fee',
    label: t('confirm.fee', {
      rate: formatRateShare(summary.isTaker ? rules.takerFeePpm : rules.makerFeePpm),
    }),
    value: received(summary.fee),
  };
  const waiting = [
    ...useKindRows(rules, state, isBuy ? inQuote(summary.cost) : inBase(summary.cost)),
    ...useOwnRows(state),
  ];
  if (state.type === 'limit') {
    return [
      ...waiting,
      {
        label: t('confirm.price'),
        value: formatAmount(
          summary.price && priceFieldText(summary.price, rules),
          undefined,
          rules.quote,
        ),
      },
      {
        label: t('confirm.amount'),
        value: formatAmount(summary.quantityText, undefined, rules.base),
      },
      ...(state.isPair
        ? []
        : [
            {
              label: t('confirm.lives'),
              value: t(`tif.${state.isPostOnly ? 'post_only' : state.timeInForce}`),
            },
          ]),
      ...displayRows(state, rules, t('displayOnly')),
      { label: t('confirm.total'), value: inQuote(summary.notional) },
      fee,
      {
        // Of an OCO by its limit.
        label: t(state.isPair ? 'confirm.receiveAbout' : 'confirm.receive'),
        value: received(summary.received),
        total: true,
      },
    ];
  }
  const { estimate } = summary;
  const average = estimate?.average;
  const worst = estimate?.worst;
  return [
    ...waiting,
    isBuy
      ? { label: t('confirm.spend'), value: inQuote(summary.amount) }
      : {
          label: t('confirm.amount'),
          value: formatAmount(summary.quantityText, undefined, rules.base),
        },
    ...(state.trigger === undefined
      ? [
          {
            label: t('confirm.averagePrice'),
            value: formatPrice(average && formatDecimal(average, 8), rules.priceDecimals),
          },
          {
            label: t('confirm.worstPrice'),
            value: formatPrice(worst && priceFieldText(worst, rules)),
          },
        ]
      : []),
    isBuy
      ? { label: t('confirm.amountAbout'), value: inBase(estimate?.baseMinor) }
      : { label: t('confirm.totalAbout'), value: inQuote(summary.notional) },
    fee,
    { label: t('confirm.receiveAbout'), value: received(summary.received), total: true },
  ];
}

function displayRows(state: TicketState, rules: MarketRules, label: string): KeyValue[] {
  const { display } = state;
  if (display === undefined || !mayHide(state, rules)) return [];
  return [{ label, value: formatAmount(display, undefined, rules.base) }];
}

/** Whom it gives way to, and when what waits of it ends, where that is not as usual. */
function useOwnRows(state: TicketState): KeyValue[] {
  const t = useTranslations('trade');
  const orders = useTranslations('orders');
  const { selfTrade, expiry } = state;
  const isBehind = state.trigger === undefined && !state.isPair;
  return [
    ...(selfTrade === 'expire_taker'
      ? []
      : [{ label: orders('detail.selfTrade'), value: orders(`selfTrade.${selfTrade}`) }]),
    ...(expiry === 'gtc' || !mayExpire(state)
      ? []
      : [{ label: t(isBehind ? 'confirm.exitsLive' : 'confirm.ends'), value: t(`tif.${expiry}`) }]),
  ];
}

/** What kind of order it is; of one that waits for a price also for which, and what is frozen until then. */
function useKindRows(rules: MarketRules, state: TicketState, held: string): KeyValue[] {
  const t = useTranslations('trade');
  const kind = kindOf(state);
  if (kind === 'limit' || kind === 'market') return [{ label: t('confirm.type'), value: t(kind) }];
  const trigger = triggerTicks(state, rules);
  const type = { label: t('confirm.type'), value: t(`kind.${kind}`) };
  if (state.trigger === 'trailing_stop' || (state.isPair && state.legs.trails)) {
    const trail = trailOf(state);
    const from = activationOf(state, rules)?.ticks;
    return [
      type,
      { label: t('confirm.trail'), value: trail === undefined ? MISSING : formatRateShare(trail) },
      ...(from === undefined
        ? []
        : [
            {
              label: t('confirm.activation'),
              value: formatAmount(priceFieldText(from, rules), undefined, rules.quote),
            },
          ]),
      { label: t('heldUntil'), value: held },
    ];
  }
  const limit = state.isPair ? stopLimitTicks(state, rules) : undefined;
  return [
    type,
    {
      label: t(`confirm.trigger.${state.triggerBy}`),
      value: formatAmount(trigger && priceFieldText(trigger, rules), undefined, rules.quote),
    },
    ...(limit === undefined
      ? []
      : [
          {
            label: t('confirm.stopLimit'),
            value: formatAmount(priceFieldText(limit, rules), undefined, rules.quote),
          },
        ]),
    { label: t('heldUntil'), value: held },
  ];
}
