import { formatAmount, formatRateShare, KeyValues, Masked, MISSING } from '@fairlead/ui';
import { type AmountMinor, formatDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../app/parts/RowsTerm.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { quoteText, type TicketInputs, type TicketSummary } from './model.ts';
import type { TicketState } from './state.ts';

export interface CostsProps {
  base: string;
  quote: string;
  state: TicketState;
  inputs: TicketInputs;
  summary: TicketSummary;
}

const QUOTE_DECIMALS_MIN = 2;
/** Available, fee and what is received, in full scale, directly above the button. */
export function Costs({ base, quote, state, inputs, summary }: CostsProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const { rules } = inputs;
  const isBuy = state.side === 'buy';
  const received = (amount: AmountMinor | undefined) =>
    amount === undefined || rules === undefined
      ? MISSING
      : formatAmount(
          formatDecimal(amount, isBuy ? rules.baseScale : rules.quoteScale),
          undefined,
          isBuy ? base : quote,
        );
  const held = (amount: AmountMinor | undefined) =>
    amount === undefined || rules === undefined
      ? MISSING
      : formatAmount(
          isBuy ? quoteText(amount, rules) : formatDecimal(amount, rules.baseScale),
          undefined,
          isBuy ? quote : base,
        );
  const { available } = summary;
  const own =
    available === undefined || rules === undefined
      ? undefined
      : formatDecimal(available, isBuy ? rules.quoteScale : rules.baseScale);
  // Cut to what a price shows; all of it stands under the holdings.
  const decimals = isBuy ? Math.max(QUOTE_DECIMALS_MIN, rules?.priceDecimals ?? 0) : undefined;
  return (
    <KeyValues
      size={12}
      className="mt-1"
      rows={[
        {
          id: 'available',
          label: t('available'),
          value: (
            <Masked masked={isHidden && own !== undefined} label={common('hidden')}>
              {formatAmount(own, decimals, isBuy ? quote : base)}
            </Masked>
          ),
        },
        ...(state.trigger === undefined && !state.isPair
          ? []
          : [{ id: 'held', label: t('heldUntil'), value: held(summary.cost) }]),
        {
          id: 'fee',
          label: (
            <>
              {t('fee')}{' '}
              <FeeTerm inputs={inputs} summary={summary} amount={received(summary.fee)} />
            </>
          ),
          value: received(summary.fee),
        },
        {
          id: 'received',
          label: t(state.type === 'market' ? 'aboutReceive' : 'youReceive'),
          value: <b className="font-strong">{received(summary.received)}</b>,
        },
      ]}
    />
  );
}

interface FeeTermProps {
  inputs: TicketInputs;
  summary: TicketSummary;
  /** With its unit. */
  amount: string;
}

function FeeTerm({ inputs: { rules }, summary, amount }: FeeTermProps) {
  const t = useTranslations('trade');
  if (rules === undefined) return null;
  const rate = summary.isTaker ? rules.takerFeePpm : rules.makerFeePpm;
  return (
    <RowsTerm
      title={t('feeTitle')}
      sentence={t('feeSentence')}
      rows={[
        { label: t('feeMaker'), value: formatRateShare(rules.makerFeePpm) },
        { label: t('feeTaker'), value: formatRateShare(rules.takerFeePpm) },
        { label: t('feeHere'), value: amount, total: true },
      ]}
    >
      {formatRateShare(rate)}
    </RowsTerm>
  );
}
