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
import { priceFieldText, type TicketAction, type TicketInputs, type TicketState } from './model.ts';
import { goodForDays, TIMES, type TimeInForce } from './time-in-force.ts';

export interface TicketOptionsProps {
  base: string;
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
  /** What is wrong with how much is shown. */
  displayError: string | undefined;
}

/** What the order may, how long it lives, and how much of it is shown. */
export function TicketOptions(props: TicketOptionsProps) {
  return (
    <>
      <LifeRow {...props} />
      {mayHide(props.state, props.inputs.rules) && <DisplayPart {...props} />}
    </>
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
  return (
    <div className="flex h-9 items-center justify-between text-12">
      <Checkbox
        className="min-h-9"
        checked={state.isPostOnly}
        onCheckedChange={(isOn) => dispatch({ kind: 'post_only', isOn })}
      >
        <PostOnlyTerm inputs={inputs} />
      </Checkbox>
      <TimeInForceButton
        value={state.timeInForce}
        times={TIMES.filter(
          (time) => state.trigger === undefined || goodForDays(time) === undefined,
        )}
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

interface TimeInForceButtonProps {
  value: TimeInForce;
  times: readonly TimeInForce[];
  label: string;
  onValueChange: (value: TimeInForce) => void;
}

function TimeInForceButton({ value, times, label, onValueChange }: TimeInForceButtonProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="hit flex h-9 min-w-0 items-center gap-1 font-medium whitespace-nowrap text-brand"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="fl-sr">{label}: </span>
        <span className="@max-[200px]:hidden">{t(`tif.${value}`)}</span>
        <span className="hidden @max-[200px]:inline">{t(`tifShort.${value}`)}</span>
        <Icon name="chevronDown" size={16} />
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} closeLabel={common('close')}>
        <div className="-mx-4">
          <List label={label}>
            {times.map((time) => (
              <ListRow
                key={time}
                title={t(`tif.${time}`)}
                caption={t(`tifDetail.${time}`)}
                value={time === value ? <Icon name="check" className="text-brand" /> : undefined}
                onClick={() => {
                  setOpen(false);
                  onValueChange(time);
                }}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </>
  );
}
