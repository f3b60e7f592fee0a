import type { CurrencyInfo, Wallet } from '@fairlead/contract';
import { Button, CoinMark, DecimalField, IconButton, Select } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { availableOf, type ConvertAction, type ConvertState } from './model.ts';

export interface ConvertFieldsProps {
  state: ConvertState;
  dispatch: Dispatch<ConvertAction>;
  currencies: readonly CurrencyInfo[];
  wallet: Wallet | undefined;
  available: string | undefined;
  scale: number;
  error: string | undefined;
}

/** What is given and how much of it, and what is wanted for it. */
export function ConvertFields(props: ConvertFieldsProps) {
  const { state, dispatch, currencies, wallet, available, scale, error } = props;
  const t = useTranslations('convert');
  const name = currencies.find((one) => one.currency_id === state.fromId)?.name;
  const all = available === undefined || isZeroDecimal(available) ? undefined : available;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-2">
        <Coin {...{ currencies, wallet }} side="from" state={state} dispatch={dispatch} />
        <IconButton
          icon="swap"
          label={t('swap')}
          className="mb-1"
          onClick={() => dispatch({ kind: 'swap' })}
        />
        <Coin {...{ currencies, wallet }} side="to" state={state} dispatch={dispatch} />
      </div>
      <DecimalField
        label={t('amount')}
        labelEnd={
          <span className="text-12 text-muted">
            {t('available')} <Amount value={available && tidy(available)} unit={name} />
          </span>
        }
        size={56}
        scale={scale}
        placeholder="0.00"
        value={state.amount}
        onValueChange={(amount) => dispatch({ kind: 'amount', amount })}
        error={error}
        trailing={
          <>
            <span className="fl-field-unit">{name}</span>
            <span className="-me-1 h-5 w-px bg-hairline-strong" aria-hidden="true" />
            <Button
              variant="text"
              size={44}
              disabled={all === undefined}
              onClick={() => dispatch({ kind: 'amount', amount: all ?? '' })}
            >
              {t('all')}
            </Button>
          </>
        }
      />
    </>
  );
}

interface CoinProps
  extends Pick<ConvertFieldsProps, 'state' | 'dispatch' | 'currencies' | 'wallet'> {
  side: 'from' | 'to';
}

function Coin({ side, state, dispatch, currencies, wallet }: CoinProps) {
  const t = useTranslations('convert');
  const common = useTranslations('common');
  return (
    <Select
      label={t(side)}
      size={56}
      value={String(side === 'from' ? state.fromId : state.toId)}
      options={currencies.map(({ currency_id: id, name, full_name }) => {
        const available = availableOf(wallet, id);
        return {
          value: String(id),
          label: name,
          detail: full_name,
          leading: <CoinMark code={name} size={24} />,
          trailing: (
            <span className="text-muted">
              <Amount value={available && tidy(available)} />
            </span>
          ),
        };
      })}
      onValueChange={(value) => dispatch({ kind: side, currencyId: Number(value) })}
      closeLabel={common('close')}
    />
  );
}
