import { Checkbox } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { LazyExitFields } from './LazyTrigger.tsx';
import type { ExitFieldsProps } from './ListFields.tsx';
import { firstExits } from './list-order.ts';

/** Whether a take-profit and a stop-loss are placed behind an order that does not wait for a price itself. */
export function ExitsPart(props: ExitFieldsProps) {
  const { state, dispatch, inputs } = props;
  const t = useTranslations('trade');
  if (state.trigger !== undefined || state.isPair) return null;
  return (
    <>
      <Checkbox
        className="min-h-9 text-12"
        checked={state.exits !== undefined}
        // Its prices begin on the market's grid.
        disabled={inputs.rules === undefined}
        onCheckedChange={(is) =>
          dispatch({ kind: 'exits', exits: is ? firstExits(state, inputs) : undefined })
        }
      >
        {t('exits')}
      </Checkbox>
      {state.exits !== undefined && <LazyExitFields {...props} />}
    </>
  );
}
