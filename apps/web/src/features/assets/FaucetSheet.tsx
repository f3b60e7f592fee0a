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
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../data/use-action.ts';
import { firstAmount, usualAmounts } from './faucet-model.ts';
import { isZero, tidy } from './model.ts';
import { useCurrencies } from './use-wallet.ts';

export interface FaucetSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const FIRST = 'USDT';

/** Demo: test funds of a chosen currency into the coin account. */
export function FaucetSheet({ isOpen, onOpenChange }: FaucetSheetProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const { list } = useCurrencies();
  const [name, setName] = useState(FIRST);
  const [amount, setAmount] = useState(firstAmount(FIRST));
  const [problem, setProblem] = useState<string>();
  const currency = list?.find((one) => one.name === name) ?? list?.[0];
  const faucet = useAction('faucet', {
    invalidates: ['wallet', 'walletDetail', 'records'],
    onSuccess: (granted) => {
      onOpenChange(false);
      toast({
        kind: 'good',
        text: `${t('faucet.done')}: ${formatAmount(tidy(granted.amount), undefined, name)}`,
        detail: t('record.number', { id: String(granted.id) }),
      });
    },
    onError: (error) => {
      const text = error.fields['amount'] ?? error.message;
      if (error.isOutcomeUnknown) return false;
      setProblem(text);
      return true;
    },
  });
  const finished = finishDecimal(amount);
  const isReady = currency !== undefined && finished !== undefined && !isZero(finished);
  const choose = (next: string) => {
    setName(next);
    setAmount(firstAmount(next));
    setProblem(undefined);
  };
  const type = (next: string) => {
    setAmount(next);
    setProblem(undefined);
  };
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      dismissible={!faucet.isRunning}
      title={t('faucet.title')}
      closeLabel={common('close')}
      footer={
        <Button
          variant="main"
          block
          disabled={!isReady}
          busy={faucet.isRunning}
          onClick={() => {
            if (isReady) void faucet.run({ currency_id: currency.currency_id, amount: finished });
          }}
        >
          {t('faucet.get', { amount: formatAmount(finished, undefined, currency?.name) })}
        </Button>
      }
    >
      <p className="pb-4 text-secondary">{t('faucet.lead')}</p>
      {currency === undefined ? (
        <SkeletonRows label={common('loading')} count={2} size={44} />
      ) : (
        <>
          <CurrencyChips list={list ?? []} chosen={currency.name} onChoose={choose} />
          <DecimalField
            className="mt-4"
            label={t('faucet.amount')}
            size={56}
            scale={currency.scale}
            value={amount}
            onValueChange={type}
            trailing={currency.name}
            error={problem}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone */}
          <div role="group" aria-label={t('faucet.amounts')} className="mt-2 mb-2 flex gap-2">
            {usualAmounts(currency.name).map((usual) => (
              <Chip
                key={usual}
                className="flex-1"
                pressed={amount === usual}
                onClick={() => type(usual)}
              >
                {formatAmount(usual)}
              </Chip>
            ))}
          </div>
        </>
      )}
    </Sheet>
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
