import { Icon, Select } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { kindOf, type OrderKind, orderOf } from './kinds.ts';
import type { Around, TicketAction, TicketState } from './state.ts';

export interface KindSelectProps {
  state: TicketState;
  dispatch: Dispatch<TicketAction>;
  /** Where an OCO begins. */
  around: Around | undefined;
  /** How far market orders go, e.g. "2%". */
  band: string;
}

const WAITING = [
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop_market',
  'oco',
] as const satisfies readonly OrderKind[];

/** Limit and market, both of a stop or a take-profit, a trailing stop at the market, and two that exclude each other. */
export function KindSelect({ state, dispatch, around, band }: KindSelectProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  return (
    <Select<OrderKind>
      size={44}
      label={t('type')}
      labelHidden
      closeLabel={common('close')}
      leading={<Icon name="info" size={16} className="text-muted" />}
      value={kindOf(state)}
      options={[
        { value: 'limit', label: t('limit'), detail: t('limitDetail') },
        { value: 'market', label: t('market'), detail: t('marketDetail', { band }) },
        ...WAITING.map((value) => ({
          value,
          label: t(`kind.${value}`),
          detail: t(`kindDetail.${value}`),
        })),
      ]}
      onValueChange={(kind) => dispatch({ kind: 'type', ...orderOf(kind), around })}
    />
  );
}
