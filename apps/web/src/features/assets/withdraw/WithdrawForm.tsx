import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import {
  Button,
  DecimalField,
  Field,
  formatAmount,
  formatClock,
  formatDate,
  Note,
} from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { HeldNote } from '../../../app/parts/HeldNote.tsx';
import { OpenCallNote } from '../../../app/parts/OpenCallNote.tsx';
import { UpcomingTerms } from '../../../app/parts/UpcomingTerms.tsx';
import { useEntryState } from '../../../data/draft.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { tidy } from '../../../data/tidy.ts';
import { CoinsPending } from '../CoinsPending.tsx';
import { CoinSelect } from '../custody/CoinSelect.tsx';
import { readCurrencyId } from '../custody/chains.ts';
import { useCoolingOff } from '../custody/UsableAt.tsx';
import { typedAmount } from '../model.ts';
import { useCurrencies } from '../use-wallet.ts';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { Destination } from './Destination.tsx';
import { LateRecipient } from './LateRecipient.tsx';
import { Limits } from './Limits.tsx';
import { NeedsList, VerifyGate } from './Needs.tsx';
import { useTargets } from './use-targets.ts';
import { type WithdrawForm as Form, useWithdraw } from './use-withdraw.ts';
import { WithdrawDone } from './WithdrawDone.tsx';
import {
  canWithdraw,
  chainFor,
  chosenTarget,
  type Inputs,
  isUsedUp,
  openNeeds,
  summarize,
  type Way,
} from './withdraw-model.ts';

/** What the page knows: the coin, where to, and what the server says it needs and costs. */
function useInputs(way: Way) {
  const [query] = useSearchParams();
  const { list } = useCurrencies();
  const open = list?.filter((one) => canWithdraw(one, way));
  const asked = readCurrencyId(query);
  const currency = open?.find((one) => one.currency_id === asked) ?? open?.[0];
  const targets = useTargets(way, currency?.currency_id);
  const linked = Number(query.get('address_id') ?? query.get('card_id')) || undefined;
  const [chosenId, choose] = useEntryState(`withdraw ${way} to`, linked);
  const target = chosenTarget(targets.list ?? [], chosenId, serverNow());
  const chain = way === 'bank' ? undefined : chainFor(currency, target, query.get('chain'));
  const request = {
    currency_id: currency?.currency_id ?? 0,
    ...(chain !== undefined && { chain }),
  };
  const info = useApi('withdrawalInfo', request, {
    enabled: currency !== undefined && (way === 'bank' || chain !== undefined),
    keepPrevious: true,
  });
  return { open, currency, targets, target, chain, info, choose };
}

/** One withdrawal, to an address or to a card. */
export function WithdrawForm({ way }: { way: Way }) {
  const t = useTranslations('withdraw');
  const page = useInputs(way);
  const inputs: Inputs = {
    way,
    chain: page.chain,
    currency: page.currency,
    info: page.info.data,
    target: page.target,
    nowMs: serverNow(),
  };
  const form = useWithdraw(inputs);
  if (form.done !== undefined) return <WithdrawDone done={form.done} />;
  if (page.open === undefined)
    return (
      <CoinsPending>
        <div className="gutter pt-2">
          <LoadingCard height={400} lines={4} />
        </div>
      </CoinsPending>
    );
  if (page.open.length === 0)
    return <p className="gutter py-8 text-center text-muted">{t('nothing')}</p>;
  if (page.info.data === undefined && page.info.error !== null) return <Failed query={page.info} />;
  return (
    <>
      <Body way={way} page={page} inputs={inputs} form={form} />
      <ConfirmSheet form={form} inputs={inputs} />
      <VerifyGate open={form.isGateOpen} onOpenChange={form.setGateOpen} />
    </>
  );
}

interface BodyProps {
  way: Way;
  page: ReturnType<typeof useInputs>;
  inputs: Inputs;
  form: Form;
}

function Body({ way, page, inputs, form }: BodyProps) {
  const t = useTranslations('withdraw');
  const navigate = useNavigate();
  const { currency, info } = inputs;
  const needs = openNeeds(info);
  // Before that a press could not be answered.
  const isKnown = info !== undefined && page.targets.list !== undefined;
  const coolingSeconds = useCoolingOff(info?.usable_at);
  const isHeld = info?.held_for !== undefined || info?.held_until !== undefined;
  const amount = formatAmount(typedAmount(form.draft.amount), undefined, currency?.name);
  return (
    <form
      noValidate
      className="gutter grid gap-4 pt-2 pb-6"
      onSubmit={(event) => {
        event.preventDefault();
        form.press();
      }}
    >
      {currency && <UpcomingTerms product="chain" currencyId={currency.currency_id} />}
      <CoinSelect
        list={page.open ?? []}
        value={currency?.currency_id}
        onChoose={(currencyId) => {
          form.type({ amount: '' });
          page.choose(undefined);
          void navigate({ search: `?currency_id=${currencyId}` }, { replace: true });
        }}
      />
      <OpenCallNote name="withdraw" />
      <NeedsList needs={needs} />
      <Held info={info} />
      <Paused usableAt={info?.usable_at} />
      <Destination
        way={way}
        currencyId={currency?.currency_id ?? 0}
        targets={page.targets.list}
        target={inputs.target}
        error={form.problemAt('target')}
        onChoose={(id) => {
          form.forget();
          page.choose(id);
        }}
      />
      <LateRecipient inputs={inputs} form={form} />
      <AmountField inputs={inputs} form={form} />
      <Field
        label={t('note')}
        maxLength={100}
        value={form.draft.note}
        onChange={(event) => form.type({ note: event.target.value })}
      />
      <Limits inputs={inputs} draft={form.draft} />
      <div>
        <Button
          type="submit"
          variant="main"
          block
          disabled={!isKnown || needs.length > 0 || coolingSeconds > 0 || isUsedUp(info) || isHeld}
          aria-describedby={isUsedUp(info) ? USED_UP_ID : undefined}
        >
          {form.draft.amount === '' ? t('submit') : t('submitAmount', { amount })}
        </Button>
        {isUsedUp(info) && (
          <p id={USED_UP_ID} className="mt-2 text-center text-12 text-balance text-muted">
            {t('invalid.none')} {t('dayHelp')}
          </p>
        )}
      </div>
    </form>
  );
}

const USED_UP_ID = 'withdraw-used-up';

/** By an operator, who says why; nothing else of the account is stopped. */
function Held({ info }: Pick<Inputs, 'info'>) {
  const t = useTranslations('withdraw');
  const reason = info?.held_for;
  return (
    <>
      {reason !== undefined && (
        <Note kind="bad">
          {t('held')} <span className="font-medium">{t('heldReason', { reason })}</span>
        </Note>
      )}
      <HeldNote kind={info?.held_kind ?? 'withdrawals'} until={info?.held_until} />
    </>
  );
}

/** After a change of what guards the account nothing leaves it for a while. */
function Paused({ usableAt }: { usableAt: number | undefined }) {
  const t = useTranslations('withdraw');
  const custody = useTranslations('custody');
  const locale = useLocale();
  const seconds = useCoolingOff(usableAt);
  if (seconds === 0) return null;
  return (
    <Note kind="warn">
      {t('paused', { time: formatDate(usableAt, 'dayMinute', locale) })}{' '}
      <span className="tnum font-medium">
        {custody('coolsOff', { time: formatClock(seconds) })}
      </span>
    </Note>
  );
}

function AmountField({ inputs, form }: { inputs: Inputs; form: Form }) {
  const t = useTranslations('withdraw');
  const assets = useTranslations('assets');
  const { currency, info } = inputs;
  const { max } = summarize(form.draft, inputs);
  return (
    <DecimalField
      label={assets('move.amount')}
      labelEnd={
        <span className="text-12 text-muted">
          {assets('available')}{' '}
          <Amount value={info && tidy(info.available)} unit={currency?.name} />
        </span>
      }
      size={56}
      scale={currency?.scale ?? 0}
      placeholder="0.00"
      value={form.draft.amount}
      onValueChange={(amount) => form.type({ amount })}
      error={form.problemAt('amount')}
      trailing={
        <>
          <span className="fl-field-unit">{currency?.name}</span>
          <span className="-me-1 h-5 w-px bg-hairline-strong" aria-hidden="true" />
          <Button
            variant="text"
            size={44}
            disabled={max === undefined}
            onClick={() => form.type({ amount: max === undefined ? '' : plain(max) })}
          >
            {t('max')}
          </Button>
        </>
      }
    />
  );
}

/** Without zeros at the end that say nothing: "0.50000000" → "0.5". */
const plain = (amount: string): string =>
  amount.includes('.') ? amount.replace(/(?:\.|(?<![.0]))0+$/, '') : amount;
