import {
  Button,
  Checkbox,
  formatPrice,
  formatRateShare,
  formatShare,
  type KeyValue,
  KeyValues,
  Note,
  Sheet,
} from '@fairlead/ui';
import { amountMinor, formatDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { ActingNote } from '../../../app/parts/ActingNote.tsx';
import { setConfirmation, useConfirmation } from '../../../data/account/settings.ts';
import { shownValues } from '../../../data/ticket-check.ts';
import { amountOf, resultOf } from '../amounts.ts';
import { priceText, type Stop, type TicketState, type TicketSummary } from '../model.ts';
import { distancePpm, type FuturesRules } from '../rules.ts';
import { useOpenLabel } from './FuturesTicket.tsx';
import { baseText } from './LotsField.tsx';
import type { Validation } from './validate.ts';

export interface ConfirmOpenProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  isSending: boolean;
  /** It was sent before and no answer came. */
  isAgain: boolean;
  rules: FuturesRules;
  state: TicketState;
  summary: TicketSummary;
  validation: Validation;
}

/** The whole cost once more, what may be won and lost, and one button that says what will happen. */
export function ConfirmOpen(props: ConfirmOpenProps) {
  const { isOpen, onClose, onConfirm, isSending, isAgain, state, validation } = props;
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const asks = useConfirmation('futures_order');
  const label = useOpenLabel(props);
  const rows = useRows(props);
  const isLimit = state.type === 'limit';
  const { problem } = validation;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t(`confirm.title.${state.side}`)}
      closeLabel={common('close')}
      dismissible={!isSending}
      footer={
        <Button
          variant={state.side === 'long' ? 'rise' : 'fall'}
          block
          busy={isSending}
          disabled={problem !== undefined}
          onClick={onConfirm}
        >
          {label}
        </Button>
      }
    >
      <div className="grid gap-3">
        {isAgain && !isSending && <Note kind="warn">{common('openCall')}</Note>}
        <ActingNote />
        <KeyValues rows={rows} />
        {validation.warnings.map(({ code, values }) => (
          <Note key={code} kind="warn">
            {/* Each code's sentence takes the values that `validate` gives with it. */}
            {t(`warning.${code}`, shownValues(values) as never)}
          </Note>
        ))}
        {problem && (
          <Note kind="bad">
            {t(`problem.${problem.code}`, shownValues(problem.values) as never)}
          </Note>
        )}
        <p role="status" className="text-12 text-muted">
          {isSending && !isLimit
            ? t('sending')
            : t(isLimit ? 'confirm.estimateLimit' : 'confirm.estimate')}
        </p>
        <Checkbox
          checked={!asks}
          onCheckedChange={(isOff) => setConfirmation('futures_order', !isOff)}
        >
          {t('confirm.dontAsk')}
        </Checkbox>
      </div>
    </Sheet>
  );
}

function useRows({ rules, state, summary }: ConfirmOpenProps): KeyValue[] {
  const t = useTranslations('futures');
  const { lots = 0, multiple, openPrice, liquidation, margin, fee, closeFee, most } = summary;
  const price = (value: typeof openPrice) => formatPrice(value && priceText(value, rules));
  const size = summary.baseMinor === undefined ? '–' : baseText(summary.baseMinor, rules);
  const lost = margin === undefined || fee === undefined ? undefined : amountMinor(margin + fee);
  const away = multiple && formatShare(formatDecimal(distancePpm(multiple), 6));
  const rows: (KeyValue | false)[] = [
    { label: t('confirm.market'), value: `${rules.symbol}, ${t(state.type)}` },
    {
      label: t(state.type === 'limit' ? 'opensLimit' : 'opensAbout'),
      value: price(openPrice),
    },
    {
      label: t('confirm.size'),
      value: t('worth', { base: t('lotsOf', { count: lots, lots: String(lots) }), quote: size }),
    },
    { label: t('confirm.worth'), value: amountOf(summary.notional, rules) },
    { label: t('confirm.multiple'), value: `${multiple?.multiple ?? '–'}×` },
    { label: t('confirm.margin'), value: amountOf(margin, rules) },
    {
      label: t('confirm.fee', { rate: formatRateShare(rules.openFeePpm) }),
      value: amountOf(fee, rules),
    },
    {
      label: t('confirm.closeFee', { rate: formatRateShare(rules.closeFeePpm) }),
      value: closeFee === undefined ? '–' : t('confirm.ofWorthThen'),
    },
    {
      label: t('confirm.liquidation'),
      value: away ? t('confirm.away', { price: price(liquidation), percent: away }) : '–',
    },
    stopRow(t('takeProfit'), summary.takeProfit, rules),
    stopRow(t('stopLoss'), summary.stopLoss, rules),
    { label: t('confirm.mostWon'), value: amountOf(most, rules) },
    { label: t('confirm.mostLost'), value: amountOf(lost, rules) },
    { label: t('confirm.needed'), value: amountOf(summary.need, rules), total: true },
  ];
  return rows.filter((row) => row !== false);
}

/** A stop with what is won or lost there; none where none is set. */
function stopRow(label: string, { price, net }: Stop, rules: FuturesRules): KeyValue | false {
  if (price === undefined) return false;
  return {
    label,
    value: `${formatPrice(priceText(price, rules))} (${resultOf(net, rules.quoteScale)})`,
  };
}
