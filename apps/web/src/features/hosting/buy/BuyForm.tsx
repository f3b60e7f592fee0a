import type { HostingOrder, ResponseOf } from '@fairlead/contract';
import { Button, buttonLook, Dock, formatAmount, Icon, Note } from '@fairlead/ui';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../../app/guard.ts';
import { href } from '../../../app/navigation.ts';
import { OpenCallNote } from '../../../app/parts/OpenCallNote.tsx';
import { StandstillNote } from '../../../app/parts/StandstillNote.tsx';
import { UpcomingTerms } from '../../../app/parts/UpcomingTerms.tsx';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { useEntryState } from '../../../data/draft.ts';
import { useStandstills } from '../../../data/markets/standstills.ts';
import { keptToEnd } from '../sums.ts';
import { moneyText, type ProductTerms, plainAmount } from '../terms.ts';
import { AgreementCheck } from './AgreementCheck.tsx';
import { BuyAmount } from './BuyAmount.tsx';
import { isSoldOut, typedMinor } from './buy-model.ts';
import { ComesBack } from './ComesBack.tsx';
import { EarlyExit } from './EarlyExit.tsx';
import { LockConfirm } from './LockConfirm.tsx';
import { useBuy, useTrustFunds } from './use-buy.ts';

type Product = ResponseOf<'hostingProduct'>;

export interface BuyFormProps {
  product: Product;
  terms: ProductTerms;
  onDone: (order: HostingOrder) => void;
}

/** Any amount: what comes back and when, what leaving early takes; and a button that locks it. */
export function BuyForm({ product, terms, onDone }: BuyFormProps) {
  const t = useTranslations('hosting');
  const [query] = useSearchParams();
  const first = query.get('amount') ?? plainAmount(product.min_amount);
  const [text, setText] = useEntryState(`lock ${product.id}`, first);
  const form = useRef<HTMLFormElement>(null);
  const isLoggedIn = useIsLoggedIn();
  const standstills = useStandstills();
  const isStill = standstills.some(({ product: each }) => each === 'wealth');
  const inputs = { terms, available: useTrustFunds(terms) };
  const buy = useBuy({ text, inputs, onDone });
  const amount = typedMinor(text, terms.scale);
  const locked = amount === undefined ? undefined : { ...terms, amount };
  const submit = () => {
    if (buy.press()) return;
    // After the refusals are on the screen: the first of them is where to go on.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };
  return (
    <form
      ref={form}
      noValidate
      className="gutter grid grid-cols-1 gap-4 pt-1 pb-24"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <UpcomingTerms product="hosting" productId={product.id} />
      <OpenCallNote name="buyHosting" />
      {isSoldOut(terms) && <Note kind="warn">{t('soldOutDetail')}</Note>}
      <StandstillNote product="wealth" standstills={standstills} />
      <BuyAmount
        text={text}
        inputs={inputs}
        error={buy.problem}
        onText={(next) => {
          buy.forget();
          setText(next);
        }}
      />
      <ComesBack locked={locked} terms={terms} />
      <EarlyExit locked={locked} terms={terms} damagesRate={product.damages_rate} />
      <p className="flex gap-2 text-12 text-muted">
        <Icon name="shield" size={16} />
        <span>
          {locked
            ? t('treasury', { amount: moneyOf(keptToEnd(locked).interest, terms) })
            : t('treasuryAll')}
        </span>
      </p>
      {isLoggedIn && (
        <AgreementCheck
          isAgreed={buy.isAgreed}
          isMissing={buy.isAgreementMissing}
          onChange={buy.agree}
        />
      )}
      <Rules rules={product.rules} />
      {locked !== undefined && (
        <LockConfirm
          open={buy.isAsking}
          onOpenChange={buy.ask}
          busy={buy.isRunning}
          locked={locked}
          terms={terms}
          onConfirm={buy.confirm}
        />
      )}
      <Dock>
        {isLoggedIn ? (
          <Button
            type="submit"
            variant="main"
            block
            busy={buy.isRunning}
            disabled={isSoldOut(terms) || isStill}
          >
            {amount === undefined ? t('lock') : t('lockAmount', { amount: moneyOf(amount, terms) })}
          </Button>
        ) : (
          <a {...buttonLook({ variant: 'main', block: true })} href={logInHref(terms, text)}>
            {t('logInToLock')}
          </a>
        )}
      </Dock>
    </form>
  );
}

const moneyOf = (minor: bigint, { scale, currency }: ProductTerms): string =>
  formatAmount(moneyText(minor, scale), undefined, currency);

/** Login returns to the same product and amount. */
const logInHref = ({ productId }: ProductTerms, text: string): string => {
  const back = href('pages/finance/buyPage', { id: productId, amount: text });
  return `#${loginTarget(`/${back.slice(2)}`)}`;
};

function Rules({ rules }: { rules: readonly string[] }) {
  const t = useTranslations('hosting');
  if (rules.length === 0) return null;
  return (
    <section aria-label={t('rules')}>
      <h2 className="text-16 font-strong">{t('rules')}</h2>
      <ul className="mt-2 grid list-disc gap-1 ps-4 text-12 text-muted">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}
