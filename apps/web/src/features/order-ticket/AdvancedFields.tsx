import { Checkbox, DecimalField, Term } from '@fairlead/ui';
import type { Dispatch, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { mayExpire, mayFollow, mayTrail } from './advanced.ts';
import { ChoiceButton } from './ChoiceButton.tsx';
import { mayHide } from './iceberg.ts';
import { isList } from './list-order.ts';
import type { TicketInputs } from './model.ts';
import { SELF_TRADES } from './self-trade.ts';
import type { Legs, TicketAction, TicketState } from './state.ts';
import { EXPIRIES } from './time-in-force.ts';

export interface AdvancedFieldsProps {
  base: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  /** What is wrong with how much is shown. */
  displayError: string | undefined;
}

/** How the orders of a list differ from the usual, how much is shown, when it ends, and whom it gives way to. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { state, inputs } = props;
  return (
    <div className="grid gap-1 text-12">
      {mayTrail(state) && <LegCheck {...props} leg="trails" />}
      {state.exits !== undefined && <LegCheck {...props} leg="rests" />}
      {mayFollow(state) && <LegCheck {...props} leg="follows" />}
      {mayHide(state, inputs.rules) && <DisplayPart {...props} />}
      {mayExpire(state) && <ExpiryRow {...props} />}
      <SelfTradeRow {...props} />
    </div>
  );
}

/** A choice and in the same breath what it means. */
function LegCheck({ state, dispatch, leg }: AdvancedFieldsProps & { leg: keyof Legs }) {
  const t = useTranslations('advanced');
  const isOn = state.legs[leg];
  const { side, isPair } = state;
  const names = { trails: t('trails'), rests: t('rests'), follows: t(`follows.${side}`) };
  const details = {
    trails: t(`trailsDetail.${isPair ? 'now' : 'then'}`),
    rests: t('restsDetail'),
    follows: t(`followsDetail.${side}`),
  };
  return (
    <div className="grid gap-1">
      <Checkbox
        className="min-h-9"
        checked={isOn}
        onCheckedChange={(is) => dispatch({ kind: 'legs', legs: { [leg]: is } })}
      >
        {names[leg]}
      </Checkbox>
      {isOn && <p className="text-muted">{details[leg]}</p>}
    </div>
  );
}

/** A part that is shown at a time, and in the same breath what that costs. */
function DisplayPart({ base, state, dispatch, inputs, displayError }: AdvancedFieldsProps) {
  const t = useTranslations('trade');
  const own = useTranslations('advanced');
  const common = useTranslations('common');
  const isOn = state.display !== undefined;
  return (
    <div className="grid gap-2">
      <Checkbox
        className="min-h-9"
        checked={isOn}
        onCheckedChange={(is) => dispatch({ kind: 'display', text: is ? '' : undefined })}
      >
        <Term
          title={t('displayOnly')}
          sentence={t('displayOnlySentence')}
          closeLabel={common('close')}
        >
          {t('displayOnly')}
        </Term>
      </Checkbox>
      {isOn && (
        <>
          <DecimalField
            counted="steps"
            label={t('displayOnly')}
            value={state.display ?? ''}
            onValueChange={(text) => dispatch({ kind: 'display', text })}
            scale={inputs.rules?.lotDecimals ?? 8}
            trailing={base}
            placeholder="0"
            error={displayError}
          />
          <p className="text-muted">
            {t('displayOnlySentence')}
            {isList(state) && ` ${own('displayEach')}`}
            {state.trigger !== undefined && ` ${own('displayThen')}`}
          </p>
        </>
      )}
    </div>
  );
}

/** When it ends by itself, and what ends with it. */
function ExpiryRow({ state, dispatch }: AdvancedFieldsProps) {
  const t = useTranslations('advanced');
  const { expiry, trigger, isPair } = state;
  const what = trigger !== undefined ? 'waits' : isPair ? 'pair' : 'behind';
  return (
    <>
      <Choice label={t('ends')}>
        <ChoiceButton
          value={expiry}
          choices={EXPIRIES.map((value) => ({
            value,
            title: t(`expiry.${value}`),
            detail: value === 'gtc' ? t('expiryNone') : t(`expiryDetail.${what}`),
          }))}
          label={t('ends')}
          onValueChange={(chosen) => dispatch({ kind: 'expiry', expiry: chosen })}
        />
      </Choice>
      {expiry !== 'gtc' && <p className="text-muted">{t(`expiryDetail.${what}`)}</p>}
    </>
  );
}

/** Who goes where one of the orders meets one of one's own. */
function SelfTradeRow({ state, dispatch }: AdvancedFieldsProps) {
  const t = useTranslations('trade.selfTrade');
  const orders = useTranslations('orders');
  const label = orders('detail.selfTrade');
  return (
    <Choice label={label}>
      <ChoiceButton
        value={state.selfTrade}
        choices={SELF_TRADES.map((value) => ({
          value,
          title: orders(`selfTrade.${value}`),
          detail: t(value),
        }))}
        label={label}
        onValueChange={(selfTrade) => dispatch({ kind: 'self_trade', selfTrade })}
      />
    </Choice>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-2">
      {/* Breaks its words before the row breaks. */}
      <span className="text-muted" style={{ flex: '1 1 72px' }}>
        {label}
      </span>
      {children}
    </div>
  );
}
