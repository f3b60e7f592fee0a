import { Checkbox, formatPrice, Term } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { ChoiceButton } from './ChoiceButton.tsx';
import { priceFieldText, type TicketInputs } from './model.ts';
import type { TicketAction, TicketState } from './state.ts';
import { goodForDays, TIMES } from './time-in-force.ts';

export interface TicketOptionsProps {
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  inputs: TicketInputs;
}

/** What a limit may, and how long it lives. Neither is asked of an OCO. */
export function TicketOptions(props: TicketOptionsProps) {
  const { type, isPair } = props.state;
  return type === 'limit' && !isPair ? <LifeRow {...props} /> : null;
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
