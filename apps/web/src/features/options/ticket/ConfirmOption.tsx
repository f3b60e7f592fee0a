import type { OptionDirection } from '@fairlead/contract';
import {
  Button,
  Checkbox,
  formatAmount,
  formatPrice,
  formatSigned,
  type KeyValue,
  KeyValues,
  Note,
  Sheet,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { ActingNote } from '../../../app/parts/ActingNote.tsx';
import { setConfirmation, useConfirmation } from '../../../data/account/settings.ts';
import { moneyText, type OptionRules } from '../option-rules.ts';
import { rateText } from './CostTerms.tsx';
import type { Ending, Problem, TicketSummary } from './model.ts';
import { MeanTerm, StrikeTerm } from './RuleTerms.tsx';

export interface ConfirmOptionProps {
  /** Undefined closes the sheet. */
  direction: OptionDirection | undefined;
  onClose: () => void;
  onConfirm: (direction: OptionDirection) => void;
  isSending: boolean;
  rules: OptionRules;
  summary: TicketSummary;
  problem: Problem | undefined;
  /** The index as it is shown; undefined while there is none that is live. */
  price: string | undefined;
  decimals: number;
}

/** The rules of this one order, all that it costs and may bring, and a button that says what will happen. */
export function ConfirmOption(props: ConfirmOptionProps) {
  const { direction, onClose, onConfirm, isSending, rules, summary, problem } = props;
  const t = useTranslations('options');
  const common = useTranslations('common');
  const asks = useConfirmation('option_order');
  const { stake, time } = summary;
  const amount = formatAmount(stake && moneyText(stake, rules.scale), undefined, rules.currency);
  return (
    <Sheet
      open={direction !== undefined}
      onOpenChange={(open) => !open && onClose()}
      dismissible={!isSending}
      title={t('confirm.title', {
        direction: direction === undefined ? '' : t(direction),
        symbol: rules.symbol,
      })}
      closeLabel={common('close')}
      footer={
        direction !== undefined && (
          <Button
            variant={direction}
            arrow={direction}
            block
            busy={isSending}
            disabled={problem !== undefined}
            onClick={() => onConfirm(direction)}
          >
            {t(`confirm.button.${direction}`, { amount })}
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        <ActingNote />
        <KeyValues rows={useRuleRows(props)} />
        <KeyValues className="border-t border-hairline-strong pt-3" rows={useMoneyRows(props)} />
        <p className="text-12 text-muted">
          {t('confirm.refundRule', { seconds: String(time?.windowSeconds ?? '') })}{' '}
          {t('confirm.final')}
        </p>
        {isSending && (
          <p role="status" className="text-secondary">
            {t('ticket.waiting')}
          </p>
        )}
        {!isSending && problem !== undefined && (
          <Note kind="bad">{t(`problem.${problem.code}`, problem.values as never)}</Note>
        )}
        <Checkbox
          checked={!asks}
          onCheckedChange={(isOff) => setConfirmation('option_order', !isOff)}
        >
          {t('confirm.dontAsk')}
        </Checkbox>
      </div>
    </Sheet>
  );
}

/** By what it is decided: strike, delivery, window. */
function useRuleRows({ price, decimals, summary: { time } }: ConfirmOptionProps): KeyValue[] {
  const t = useTranslations('options.confirm');
  return [
    { label: t('index'), value: formatPrice(price, decimals) },
    {
      id: 'strike',
      label: (
        <StrikeTerm price={price} decimals={decimals}>
          {t('strike')}
        </StrikeTerm>
      ),
      value: t('strikeRule'),
    },
    { label: t('delivery'), value: t('deliveryRule', { seconds: String(time?.seconds ?? '') }) },
    {
      id: 'decided',
      label: (
        <MeanTerm seconds={time?.seconds} windowSeconds={time?.windowSeconds}>
          {t('decided')}
        </MeanTerm>
      ),
      value: t('decidedRule', { seconds: String(time?.windowSeconds ?? '') }),
    },
  ];
}

/** What it costs, and what comes back in each of the three cases. */
function useMoneyRows({ rules, summary }: ConfirmOptionProps): KeyValue[] {
  const t = useTranslations('options.confirm');
  const { currency, scale, feePpm } = rules;
  const money = (amount: bigint | undefined) =>
    formatAmount(amount === undefined ? undefined : moneyText(amount, scale), undefined, currency);
  const ending = (label: string, one: Ending | undefined): KeyValue => {
    const net = one && moneyText(one.net, scale);
    const isGain = one !== undefined && one.net > 0n;
    const tone = isGain ? 'text-rise' : 'text-fall';
    return {
      label,
      value: (
        <>
          {money(one?.back)} {net && <span className={`text-12 ${tone}`}>{formatSigned(net)}</span>}
        </>
      ),
    };
  };
  return [
    { label: t('stake'), value: money(summary.stake) },
    { label: t('fee', { rate: rateText(feePpm) }), value: money(summary.fee) },
    { label: t('cost'), value: money(summary.cost), total: true },
    ending(t('right'), summary.right),
    ending(t('flat'), summary.flat),
    ending(t('wrong'), summary.wrong),
    { label: t('mostLost'), value: money(summary.cost), total: true },
  ];
}
