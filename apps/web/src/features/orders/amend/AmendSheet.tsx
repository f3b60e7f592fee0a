import { LoadingRows } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import {
  Button,
  DecimalField,
  formatAmount,
  type KeyValue,
  KeyValues,
  Note,
  Sheet,
  StepperField,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import { hasFills } from '../order-figures.ts';
import type { AmendInput, Amendment } from './amend-model.ts';
import { useAmend, useAmendProblem } from './use-amend.ts';

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
  const { rules, input, setInput, amendment, request, amend } = useAmend(order, { price, onClose });
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
  const problem = useAmendProblem(rules, order, amendment);
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
      {order.display_quantity !== undefined && (
        <DecimalField
          counted="steps"
          label={trade('displayOnly')}
          inset={trade('displayOnly')}
          value={input.display}
          onValueChange={(display) => onInput({ ...input, display })}
          scale={rules.lotDecimals}
          trailing={rules.base}
          placeholder="0"
          error={problem('display')}
        />
      )}
      <KeyValues rows={useRows(order, rules, amendment)} />
      <Note kind={amendment.keepsPlace || amendment.isSame ? 'info' : 'warn'}>
        {t(amendment.isSame ? 'same' : amendment.keepsPlace ? 'keeps' : 'loses')}
      </Note>
    </div>
  );
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
