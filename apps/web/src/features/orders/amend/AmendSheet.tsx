import { LoadingRows, useAction } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import {
  Button,
  formatAmount,
  type KeyValue,
  KeyValues,
  Note,
  Sheet,
  StepperField,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import { useMarketRules } from '../../../data/markets/use-market-rules.ts';
import { hasFills } from '../order-figures.ts';
import {
  type AmendInput,
  type Amendment,
  amendmentOf,
  amendRequest,
  inputOf,
} from './amend-model.ts';

export interface AmendSheetProps {
  order: Order;
  /** Where it was dragged to on the chart; else as it is. */
  price?: string | undefined;
  onClose: () => void;
}

/** Price and amount of a waiting order, what becomes of its place in the queue, and what is frozen for it then. */
export function AmendSheet({ order, price, onClose }: AmendSheetProps) {
  const t = useTranslations('amend');
  const common = useTranslations('common');
  const rules = useMarketRules(order.symbol);
  const [input, setInput] = useState<AmendInput>({
    ...inputOf(order),
    ...(price !== undefined && { price }),
  });
  const amend = useAction('amendOrder', {
    invalidates: ['orders', 'wallet'],
    onSuccess: ({ order: { id, status } }) => {
      toast({
        kind: status === 'cancelled' ? 'info' : 'good',
        text: t(`done.${status}`),
        detail: t('number', { id: String(id) }),
      });
      onClose();
    },
    // Filled or cancelled meanwhile: the list says what became of it.
    onError: ({ code }) => {
      if (code === 'order_not_open') onClose();
      return false;
    },
  });
  const amendment = rules && amendmentOf(order, input, rules);
  const request = amendment && amendRequest(order, input, amendment);
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title', { id: String(order.id) })}
      closeLabel={common('close')}
      dismissible={!amend.isRunning}
      footer={
        <Button
          variant="main"
          block
          busy={amend.isRunning}
          disabled={request === undefined}
          onClick={() => request && void amend.run(request)}
        >
          {t('confirm')}
        </Button>
      }
    >
      {rules && amendment ? (
        <Fields
          order={order}
          rules={rules}
          input={input}
          amendment={amendment}
          onInput={setInput}
        />
      ) : (
        <LoadingRows count={2} mark={false} />
      )}
    </Sheet>
  );
}

interface FieldsProps {
  order: Order;
  rules: MarketRules;
  input: AmendInput;
  amendment: Amendment;
  onInput: (input: AmendInput) => void;
}

function Fields({ order, rules, input, amendment, onInput }: FieldsProps) {
  const t = useTranslations('amend');
  const trade = useTranslations('trade');
  const problem = useProblem(rules, order, amendment);
  return (
    <div className="grid gap-3">
      <StepperField
        label={trade('priceOf', { currency: rules.quote })}
        lessLabel={trade('lowerPrice')}
        moreLabel={trade('higherPrice')}
        value={input.price}
        onValueChange={(price) => onInput({ ...input, price })}
        step={rules.tickSize}
        scale={rules.priceDecimals}
        error={problem('price')}
      />
      <StepperField
        label={trade('amountOf', { currency: rules.base })}
        lessLabel={trade('lessAmount')}
        moreLabel={trade('moreAmount')}
        value={input.quantity}
        onValueChange={(quantity) => onInput({ ...input, quantity })}
        step={rules.lotSize}
        scale={rules.lotDecimals}
        hint={
          hasFills(order)
            ? t('filled', { filled: formatAmount(order.filled_quantity, undefined, rules.base) })
            : undefined
        }
        error={problem('quantity')}
      />
      <KeyValues rows={useRows(order, rules, amendment)} />
      <Note kind={amendment.keepsPlace || amendment.isSame ? 'info' : 'warn'}>
        {t(amendment.isSame ? 'same' : amendment.keepsPlace ? 'keeps' : 'loses')}
      </Note>
    </div>
  );
}

function useProblem(rules: MarketRules, order: Order, { problem }: Amendment) {
  const t = useTranslations('amend');
  const trade = useTranslations('trade.problem');
  return (field: keyof AmendInput): string | undefined => {
    if (problem?.field !== field) return undefined;
    switch (problem.code) {
      case 'price_step':
        return trade('price_step', { step: rules.tickSize });
      case 'quantity_step':
        return trade('quantity_step', { step: rules.lotSize });
      case 'below_filled':
        return t('belowFilled', {
          filled: formatAmount(order.filled_quantity, undefined, rules.base),
        });
      default:
        return trade(problem.code);
    }
  };
}

/** What is open then, and what is frozen for it now and then. */
function useRows(order: Order, rules: MarketRules, amendment: Amendment): KeyValue[] {
  const t = useTranslations('amend');
  const { heldBefore, heldAfter, remaining } = amendment;
  const paid = order.side === 'buy' ? rules.quote : rules.base;
  return [
    { label: t('price'), value: formatAmount(order.price, undefined, rules.quote) },
    { label: t('remaining'), value: formatAmount(remaining, undefined, rules.base) },
    { label: t('heldBefore'), value: formatAmount(heldBefore, undefined, paid) },
    { label: t('heldAfter'), value: formatAmount(heldAfter, undefined, paid), total: true },
  ];
}
