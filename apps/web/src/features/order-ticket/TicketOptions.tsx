import {
  Checkbox,
  DecimalField,
  formatPrice,
  Icon,
  List,
  ListRow,
  Sheet,
  Term,
} from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayHide } from './iceberg.ts';
import { priceFieldText, type TicketInputs } from './model.ts';
import { SELF_TRADES } from './self-trade.ts';
import type { TicketAction, TicketState } from './state.ts';
import { goodForDays, TIMES } from './time-in-force.ts';

export interface TicketOptionsProps {
  base: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  /** What is wrong with how much is shown. */
  displayError: string | undefined;
}

/** What the order may, how long it lives, how much of it is shown, and whom it gives way to. None of it is asked of an OCO. */
export function TicketOptions(props: TicketOptionsProps) {
  const { type, trigger, isPair } = props.state;
  if (isPair) return null;
  return (
    <>
      {type === 'limit' && <LifeRow {...props} />}
      {mayHide(props.state, props.inputs.rules) && <DisplayPart {...props} />}
      {trigger === undefined && <SelfTradeRow {...props} />}
    </>
  );
}

/** Who goes where the order meets one of one's own. */
function SelfTradeRow({ state, dispatch }: TicketOptionsProps) {
  const t = useTranslations('trade.selfTrade');
  const orders = useTranslations('orders');
  const label = orders('detail.selfTrade');
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-2 text-12">
      {/* Breaks its words before the row breaks. */}
      <span className="text-muted" style={{ flex: '1 1 72px' }}>
        {label}
      </span>
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
    </div>
  );
}

/** A part that is shown at a time, and in the same breath what that costs. */
function DisplayPart({ base, state, dispatch, inputs, displayError }: TicketOptionsProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const isOn = state.display !== undefined;
  return (
    <div className="grid gap-2 text-12">
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
            label={t('displayOnly')}
            value={state.display ?? ''}
            onValueChange={(text) => dispatch({ kind: 'display', text })}
            scale={inputs.rules?.lotDecimals ?? 8}
            trailing={base}
            placeholder="0"
            error={displayError}
          />
          <p className="text-muted">{t('displayOnlySentence')}</p>
        </>
      )}
    </div>
  );
}

/** Post only and how long the order lives; one excludes all but the usual of the other. */
function LifeRow({ state, dispatch, inputs }: TicketOptionsProps) {
  const t = useTranslations('trade');
  const times = TIMES.filter(
    (time) => state.trigger === undefined || goodForDays(time) === undefined,
  );
  return (
    <div className="flex h-9 items-center justify-between text-12">
      <Checkbox
        className="min-h-9"
        checked={state.isPostOnly}
        onCheckedChange={(isOn) => dispatch({ kind: 'post_only', isOn })}
      >
        <PostOnlyTerm inputs={inputs} />
      </Checkbox>
      <ChoiceButton
        value={state.timeInForce}
        choices={times.map((value) => ({
          value,
          title: t(`tif.${value}`),
          short: t(`tifShort.${value}`),
          detail: t(`tifDetail.${value}`),
        }))}
        label={t('timeInForce')}
        onValueChange={(timeInForce) => dispatch({ kind: 'time_in_force', timeInForce })}
      />
    </div>
  );
}

function PostOnlyTerm({ inputs: { asks, rules } }: { inputs: TicketInputs }) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const ask = asks[0]?.price;
  return (
    <Term
      title={t('postOnly')}
      sentence={t('postOnlySentence')}
      closeLabel={common('close')}
      example={
        ask !== undefined &&
        rules !== undefined && (
          <p className="text-muted">
            {t('postOnlyExample', { ask: formatPrice(priceFieldText(ask, rules)) })}
          </p>
        )
      }
    >
      {t('postOnly')}
    </Term>
  );
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** In the narrowest ticket. */
  readonly short?: string;
  readonly detail: string;
}

interface ChoiceButtonProps<Value extends string> {
  value: Value;
  choices: readonly Choice<Value>[];
  label: string;
  onValueChange: (value: Value) => void;
}

/** What is chosen, and the others in a sheet. */
function ChoiceButton<Value extends string>(props: ChoiceButtonProps<Value>) {
  const { value, choices, label, onValueChange } = props;
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  const chosen = choices.find((one) => one.value === value);
  return (
    <>
      <button
        type="button"
        className="hit ml-auto flex h-9 min-w-0 items-center gap-1 font-medium whitespace-nowrap text-brand"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="fl-sr">{label}: </span>
        {chosen?.short === undefined ? (
          <span className="truncate">{chosen?.title}</span>
        ) : (
          <>
            <span className="@max-[200px]:hidden">{chosen.title}</span>
            <span className="hidden @max-[200px]:inline">{chosen.short}</span>
          </>
        )}
        <Icon name="chevronDown" size={16} />
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} closeLabel={common('close')}>
        <div className="-mx-4">
          <List label={label}>
            {choices.map((one) => (
              <ListRow
                key={one.value}
                title={one.title}
                caption={one.detail}
                value={
                  one.value === value ? <Icon name="check" className="text-brand" /> : undefined
                }
                onClick={() => {
                  setOpen(false);
                  onValueChange(one.value);
                }}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </>
  );
}
