import { LoadingRows, useAction, useApi } from '@fairlead/calls';
import type { TriggerOrder } from '@fairlead/contract';
import { Button, DecimalField, formatAmount, formatPrice, toast } from '@fairlead/ui';
import { formatDecimal } from '@fairlead/units';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import { useQuotation } from '../../../data/markets/quotations.ts';
import { useMarketRules } from '../../../data/markets/use-market-rules.ts';
import {
  type TriggerAmendment,
  type TriggerField,
  type TriggerInput,
  triggerAmendment,
  triggerAmendRequest,
  triggerInputOf,
} from './trigger-amend.ts';

export interface TriggerInPlaceProps {
  trigger: TriggerOrder;
  onClose: () => void;
}

/** An order that waits for a price, changed in its row: Enter changes it, Escape leaves it as it is. */
export function TriggerInPlace({ trigger, onClose }: TriggerInPlaceProps) {
  const t = useTranslations('amend');
  const orders = useTranslations('orders');
  const { rules, index, input, setInput, amendment, amend } = useTriggerAmend(trigger, onClose);
  const form = useRef<HTMLFormElement>(null);
  const isThere = amendment !== undefined;
  useEffect(() => {
    if (isThere) form.current?.querySelector('input')?.select();
  }, [isThere]);
  if (rules === undefined || amendment === undefined) return <LoadingRows count={1} mark={false} />;
  const request = triggerAmendRequest(trigger, input, amendment, rules);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      ref={form}
      aria-label={t('title', { id: String(trigger.id) })}
      className="relative mt-2 grid gap-2"
      onKeyDown={leave}
      onSubmit={(event) => {
        event.preventDefault();
        if (request !== undefined && !amend.isRunning) void amend.run(request);
      }}
    >
      <Cells {...{ trigger, rules, index, input, amendment }} onInput={setInput} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="me-auto text-12 text-muted">
          <What trigger={trigger} amendment={amendment} />
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

function useTriggerAmend(trigger: TriggerOrder, onClose: () => void) {
  const t = useTranslations('amend');
  const rules = useMarketRules(trigger.symbol);
  const market = useQuotation(trigger.symbol);
  const index = market?.is_stale ? undefined : market?.index_price;
  const [input, setInput] = useState<TriggerInput>(() => triggerInputOf(trigger));
  const amend = useAction('amendTrigger', {
    invalidates: ['triggers', 'orderLists', 'wallet'],
    onSuccess: ({ trigger_order: { id } }) => {
      toast({ kind: 'good', text: t('done.waiting'), detail: t('number', { id: String(id) }) });
      onClose();
    },
    // Reached or cancelled meanwhile: the list says what became of it.
    onError: ({ code }) => {
      if (code === 'order_not_open') onClose();
      return false;
    },
  });
  const { list_id, status } = trigger;
  // What is pending waits in a list that is.
  const asks = list_id !== undefined && status === 'waiting';
  const lists = useApi(
    'orderLists',
    { list_id: list_id ?? 0, page: 1, limit: 1 },
    { enabled: asks },
  );
  const isKnown = !asks || lists.data !== undefined || lists.error !== null;
  const list = lists.data?.list[0]?.status;
  const amendment =
    rules && isKnown ? triggerAmendment(trigger, input, { rules, list, index }) : undefined;
  return { rules, index, input, setInput, amendment, amend };
}

interface CellsProps {
  trigger: TriggerOrder;
  rules: MarketRules;
  index: string | undefined;
  input: TriggerInput;
  amendment: TriggerAmendment;
  onInput: (input: TriggerInput) => void;
}

function Cells({ trigger, rules, index, input, amendment, onInput }: CellsProps) {
  const t = useTranslations('amend');
  const trade = useTranslations('trade');
  const words = useTranslations('triggers');
  const problem = useProblem({ trigger, rules, index, amendment });
  const names: Readonly<Record<TriggerField, string>> = {
    trigger_price: words('priceOf', { currency: rules.quote }),
    price: trade('priceOf', { currency: rules.quote }),
    quantity: trade('amountOf', { currency: rules.base }),
  };
  const shown = (['trigger_price', 'price', 'quantity'] as const).filter(
    (field) => input[field] !== undefined,
  );
  return (
    <div
      className="grid items-start gap-2"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))' }}
    >
      {shown.map((field) => (
        <DecimalField
          counted="steps"
          key={field}
          name={field}
          label={names[field]}
          value={input[field] ?? ''}
          scale={field === 'quantity' ? rules.lotDecimals : rules.priceDecimals}
          error={problem(field)}
          hint={
            field === 'quantity'
              ? t('trigger.smaller', {
                  most: formatAmount(trigger.quantity, undefined, rules.base),
                })
              : undefined
          }
          onValueChange={(text) => onInput({ ...input, [field]: text })}
        />
      ))}
    </div>
  );
}

/** What is wrong with a field, in words. */
function useProblem({
  trigger,
  rules,
  index,
  amendment: { problem },
}: Pick<CellsProps, 'trigger' | 'rules' | 'index' | 'amendment'>) {
  const t = useTranslations('amend');
  const trade = useTranslations('trade.problem');
  return (field: TriggerField): string | undefined => {
    if (problem?.field !== field) return undefined;
    switch (problem.code) {
      case 'list_open':
        return t('list_open');
      case 'trigger_step':
      case 'price_step':
        return trade(problem.code, { step: rules.tickSize });
      case 'quantity_step':
        return trade('quantity_step', { step: rules.lotSize });
      case 'price_reached':
        return trade('price_reached', { index: formatPrice(index, rules.priceDecimals) });
      case 'smaller':
        return t('trigger.smaller', {
          most: formatAmount(trigger.quantity, undefined, rules.base),
        });
      case 'below_minimum':
        return trade('below_minimum', {
          minimum: formatDecimal(rules.minNotionalMinor, rules.quoteScale),
          currency: rules.quote,
        });
      default:
        return trade(problem.code);
    }
  };
}

/** What it waits for from then on, and what is frozen for it. */
function What({ trigger, amendment }: { trigger: TriggerOrder; amendment: TriggerAmendment }) {
  const t = useTranslations('amend');
  const { isSame, waitsAnew, heldAfter } = amendment;
  if (isSame) return t('same');
  const held =
    heldAfter === undefined
      ? ''
      : ` ${t('heldAfter')}: ${formatAmount(heldAfter, undefined, trigger.held_currency)}.`;
  return `${waitsAnew ? `${t('trigger.waitsAnew')} ` : ''}${t('trigger.rates')}${held}`;
}
