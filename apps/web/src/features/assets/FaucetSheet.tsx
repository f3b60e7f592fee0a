import { useAction } from '@fairlead/calls';
import type { CurrencyInfo } from '@fairlead/contract';
import {
  Button,
  Chip,
  CoinMark,
  DecimalField,
  finishDecimal,
  formatAmount,
  Sheet,
  SkeletonRows,
  toast,
} from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { tidy } from '../../data/tidy.ts';
import { useCurrencies } from './use-wallet.ts';

/** What is offered. The server sets the limits and refuses beyond them. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  USDT: ['1000', '10000', '100000'],
  BTC: ['0.1', '0.5', '1'],
  ETH: ['1', '5', '20'],
};
const USUAL_ELSE = ['10', '100', '1000'] as const;

const usualAmounts = (currency: string): readonly string[] => USUAL[currency] ?? USUAL_ELSE;

/** The middle one, ready to be taken. */
const firstAmount = (currency: string): string => usualAmounts(currency)[1] ?? '';

export interface FaucetSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const FIRST = 'USDT';

/** Demo: test funds of a chosen currency into the coin account. */
export function FaucetSheet({ isOpen, onOpenChange }: FaucetSheetProps) {
  const t = useTranslations('assets.faucet');
  const common = useTranslations('common');
  const faucet = useFaucet(() => onOpenChange(false));
  const { currency } = faucet;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      dismissible={!faucet.isRunning}
      title={t('title')}
      closeLabel={common('close')}
      footer={
        <Button
          variant="main"
          block
          disabled={!faucet.isReady}
          busy={faucet.isRunning}
          onClick={faucet.get}
        >
          {t('get', { amount: formatAmount(faucet.finished, undefined, currency?.name) })}
        </Button>
      }
    >
      <p className="pb-4 text-secondary">{t('lead')}</p>
      {currency === undefined ? (
        <SkeletonRows label={common('loading')} count={2} size={44} />
      ) : (
        <>
          <CurrencyChips list={faucet.list} chosen={currency.name} onChoose={faucet.choose} />
          <DecimalField
            className="mt-4"
            label={t('amount')}
            size={56}
            scale={currency.scale}
            value={faucet.amount}
            onValueChange={faucet.type}
            trailing={<span className="text-secondary">{currency.name}</span>}
            error={faucet.problem}
          />
          <AmountChips currency={currency.name} amount={faucet.amount} onChoose={faucet.type} />
        </>
      )}
    </Sheet>
  );
}

/** What is chosen, and the call; a refusal stays at the amount until it changes. */
function useFaucet(onDone: () => void) {
  const t = useTranslations('assets');
  const { list = [] } = useCurrencies();
  const [name, setName] = useState(FIRST);
  const [amount, setAmount] = useState(firstAmount(FIRST));
  const [problem, setProblem] = useState<string>();
  const currency = list.find((one) => one.name === name) ?? list[0];
  const finished = finishDecimal(amount);
  const isReady = currency !== undefined && finished !== undefined && !isZeroDecimal(finished);
  const faucet = useAction('faucet', {
    invalidates: ['wallet', 'walletDetail', 'records'],
    onSuccess: (granted) => {
      onDone();
      toast({
        kind: 'good',
        text: `${t('faucet.done')}: ${formatAmount(tidy(granted.amount), undefined, currency?.name)}`,
        detail: t('record.number', { id: String(granted.id) }),
      });
    },
    onError: (error) => {
      if (error.isOutcomeUnknown) return false;
      setProblem(error.fields['amount'] ?? error.message);
      return true;
    },
  });
  const type = (next: string) => {
    setAmount(next);
    setProblem(undefined);
  };
  return {
    list,
    currency,
    amount,
    finished,
    problem,
    isReady,
    isRunning: faucet.isRunning,
    type,
    choose: (next: string) => {
      setName(next);
      type(firstAmount(next));
    },
    get: () => {
      if (isReady) void faucet.run({ currency_id: currency.currency_id, amount: finished });
    },
  };
}

interface AmountChipsProps {
  currency: string;
  amount: string;
  onChoose: (amount: string) => void;
}

function AmountChips({ currency, amount, onChoose }: AmountChipsProps) {
  const t = useTranslations('assets.faucet');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div role="group" aria-label={t('amounts')} className="mt-2 mb-2 flex gap-2">
      {usualAmounts(currency).map((usual) => (
        <Chip
          key={usual}
          className="flex-1"
          pressed={amount === usual}
          onClick={() => onChoose(usual)}
        >
          {formatAmount(usual)}
        </Chip>
      ))}
    </div>
  );
}

interface CurrencyChipsProps {
  list: readonly CurrencyInfo[];
  chosen: string;
  onChoose: (name: string) => void;
}

function CurrencyChips({ list, chosen, onChoose }: CurrencyChipsProps) {
  const t = useTranslations('assets.faucet');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div role="group" aria-label={t('currency')} className="flex flex-wrap gap-2">
      {list.map(({ name }) => (
        <Chip key={name} pressed={name === chosen} onClick={() => onChoose(name)}>
          <CoinMark code={name} size={20} />
          {name}
        </Chip>
      ))}
    </div>
  );
}
