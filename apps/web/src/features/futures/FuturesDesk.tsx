import type { FuturesSide } from '@fairlead/formula';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../../app/desk/shortcuts.ts';
import { StalePrice } from '../../app/parts/StalePrice.tsx';
import { UpcomingTerms } from '../../app/parts/UpcomingTerms.tsx';
import { useIsLoggedIn } from '../../data/account/session.ts';
import type { Contract } from '../../data/markets/use-contract.ts';
import { isPriceOld } from '../../data/markets/use-freshness.ts';
import { useTicketWish } from '../../data/ticket-wish.ts';
import { useTicket } from './draft.ts';
import { priceText, summarize } from './model.ts';
import { ConfirmOpen } from './ticket/ConfirmOpen.tsx';
import { FuturesTicket } from './ticket/FuturesTicket.tsx';
import { useOpenFlow } from './ticket/use-open-flow.ts';
import { validate } from './ticket/validate.ts';
import { useFuturesInputs } from './use-futures-inputs.ts';

export interface FuturesDeskProps {
  contract: Contract;
  onLogIn: () => void;
}

/** The ticket with what it asks before it opens anything. */
export function FuturesDesk({ contract, onLogIn }: FuturesDeskProps) {
  const t = useTranslations('futures');
  const [state, dispatch] = useTicket(contract.symbol);
  useTicketWish({ product: 'futures', symbol: contract.symbol }, ({ side, price }) => {
    dispatch({ kind: 'side', side: side === 'buy' ? 'long' : 'short' });
    dispatch({ kind: 'type', type: 'limit' });
    dispatch({ kind: 'price', text: price });
  });
  const isLoggedIn = useIsLoggedIn();
  const { inputs, query } = useFuturesInputs(contract);
  const summary = summarize(state, inputs);
  const validation = validate(state, inputs, summary);
  const isOld = () => inputs.isStale || isPriceOld(contract.market);
  const flow = useOpenFlow({ state, dispatch, inputs, summary, validation, isOld });
  const { rules } = inputs;
  const { step } = flow;
  const now = rules && !inputs.isStale && summary.openPrice;
  const place = useRef<HTMLDivElement>(null);
  const go = (side: FuturesSide) => () => {
    dispatch({ kind: 'side', side });
    place.current?.querySelector<HTMLElement>('input[inputmode]')?.focus();
  };
  useShortcut('buy', go('long'));
  useShortcut('sell', go('short'));
  return (
    <div ref={place} className="contents">
      <UpcomingTerms product="futures" symbol={contract.symbol} className="gutter mb-2" />
      <FuturesTicket
        state={state}
        dispatch={dispatch}
        inputs={inputs}
        summary={summary}
        validation={validation}
        isLoggedIn={isLoggedIn}
        isSending={flow.isSending}
        refusal={flow.refusal}
        query={query}
        onSubmit={flow.press}
        onLogIn={onLogIn}
      />
      {rules && (
        <ConfirmOpen
          isOpen={step.kind === 'confirm'}
          onClose={flow.close}
          onConfirm={flow.send}
          isSending={flow.isSending}
          isAgain={flow.again !== undefined}
          rules={rules}
          state={flow.again?.state ?? state}
          summary={flow.again?.summary ?? summary}
          validation={validation}
        />
      )}
      <StalePrice
        isOpen={step.kind === 'stale' || step.kind === 'moved'}
        title={step.kind === 'moved' ? t('moved.title') : undefined}
        saw={step.kind === 'stale' || step.kind === 'moved' ? step.saw : undefined}
        now={now && rules ? priceText(now, rules) : undefined}
        decimals={rules?.priceDecimals ?? 2}
        mayGoWithout={false}
        onClose={flow.close}
        onGoOn={flow.goOn}
      />
    </div>
  );
}
