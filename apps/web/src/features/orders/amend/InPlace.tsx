import { LoadingRows } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import { Button, DecimalField, formatAmount } from '@fairlead/ui';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import type { AmendInput, Amendment } from './amend-model.ts';
import { useAmend, useAmendProblem } from './use-amend.ts';

export interface InPlaceProps {
  order: Order;
  /** Which was chosen to be changed first. */
  field: keyof AmendInput;
  onClose: () => void;
}

/** Price and amount of a waiting order in its row: Enter changes it, Escape leaves it as it is. */
export function InPlace({ order, field, onClose }: InPlaceProps) {
  const t = useTranslations('amend');
  const orders = useTranslations('orders');
  const { rules, input, setInput, amendment, request, amend } = useAmend(order, { onClose });
  const form = useRef<HTMLFormElement>(null);
  const isThere = rules !== undefined;
  useEffect(() => {
    if (isThere) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.select();
  }, [isThere, field]);
  if (rules === undefined || amendment === undefined) return <LoadingRows count={1} mark={false} />;
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      ref={form}
      aria-label={t('title', { id: String(order.id) })}
      className="relative mt-2 grid gap-2"
      onKeyDown={leave}
      onSubmit={(event) => {
        event.preventDefault();
        if (request !== undefined && !amend.isRunning) void amend.run(request);
      }}
    >
      <div className="grid grid-cols-2 items-start gap-2">
        <Cells order={order} rules={rules} input={input} amendment={amendment} onInput={setInput} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="me-auto text-12 text-muted">
          <What order={order} rules={rules} amendment={amendment} />
        </p>
        <Button size={36} onClick={onClose}>
          {orders('keep')}
        </Button>
        <Button
          size={36}
          variant="main"
          type="submit"
          busy={amend.isRunning}
          disabled={request === undefined}
        >
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}

interface CellsProps {
  order: Order;
  rules: MarketRules;
  input: AmendInput;
  amendment: Amendment;
  onInput: (input: AmendInput) => void;
}

function Cells({ order, rules, input, amendment, onInput }: CellsProps) {
  const trade = useTranslations('trade');
  const problem = useAmendProblem(rules, order, amendment);
  return (
    <>
      <DecimalField
        counted="steps"
        name="price"
        label={trade('priceOf', { currency: rules.quote })}
        value={input.price}
        scale={rules.priceDecimals}
        error={problem('price')}
        onValueChange={(price) => onInput({ ...input, price })}
      />
      <DecimalField
        counted="steps"
        name="quantity"
        label={trade('amountOf', { currency: rules.base })}
        value={input.quantity}
        scale={rules.lotDecimals}
        error={problem('quantity')}
        onValueChange={(quantity) => onInput({ ...input, quantity })}
      />
    </>
  );
}

/** What becomes of its place, and what is frozen for it then. */
function What({ order, rules, amendment }: Pick<CellsProps, 'order' | 'rules' | 'amendment'>) {
  const t = useTranslations('amend');
  const { isSame, keepsPlace, heldAfter } = amendment;
  if (isSame) return t('same');
  const held = formatAmount(heldAfter, undefined, order.side === 'buy' ? rules.quote : rules.base);
  return `${t(keepsPlace ? 'keeps' : 'loses')} ${t('heldAfter')}: ${held}.`;
}
