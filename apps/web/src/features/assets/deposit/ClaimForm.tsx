import { useApi } from '@fairlead/calls';
import { Button, DecimalField, Field, formatAmount, SkeletonCard } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { OpenCallNote } from '../../../app/parts/OpenCallNote.tsx';
import { PhotoField } from '../../../app/parts/PhotoField.tsx';
import { tidy } from '../../../data/tidy.ts';
import { CoinsPending } from '../CoinsPending.tsx';
import { CoinSelect } from '../custody/CoinSelect.tsx';
import { bankTerms, cryptoTerms } from '../custody/chains.ts';
import { NetworkPicker } from '../custody/NetworkPicker.tsx';
import { typedAmount } from '../model.ts';
import { useCurrencies } from '../use-wallet.ts';
import { rateText } from './BankAccountCard.tsx';
import { ClaimDone } from './ClaimDone.tsx';
import type { ClaimChoice } from './claim-model.ts';
import { choiceSearch, readChoice } from './deposit-query.ts';
import { type ClaimForm as Claim, useClaim } from './use-claim.ts';

/** What was sent, how much, and the picture that proves it. */
export function ClaimForm() {
  const common = useTranslations('common');
  const [query] = useSearchParams();
  const { list } = useCurrencies();
  const choice = readChoice(query, list);
  const claim = useClaim(choice);
  if (claim.done !== undefined) return <ClaimDone done={claim.done} onAgain={claim.again} />;
  if (list === undefined || choice.currency === undefined)
    return (
      <CoinsPending>
        <div className="gutter pt-2">
          <SkeletonCard label={common('loading')} height={320} lines={4} />
        </div>
      </CoinsPending>
    );
  return (
    <form {...claim.form.props(claim.send)} className="gutter grid gap-4 pt-2 pb-6">
      <OpenCallNote name="claimDeposit" />
      <Subject choice={choice} />
      <Figures choice={choice} claim={claim} />
      <SubmitButton choice={choice} claim={claim} />
    </form>
  );
}

/** Which coin on which network; where it was reached by a link they stand already. */
function Subject({ choice }: { choice: ClaimChoice }) {
  const t = useTranslations('deposit');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { list = [] } = useCurrencies();
  const { currency, way, chain } = choice;
  const isVip = query.has('vip') ? '&vip=1' : '';
  const go = (next: Parameters<typeof choiceSearch>[0]) =>
    void navigate({ search: choiceSearch(next) + isVip }, { replace: true });
  const open = list.filter((one) =>
    way === 'bank' ? bankTerms(one) !== undefined : cryptoTerms(one).length > 0,
  );
  const currencyId = currency?.currency_id ?? 0;
  return (
    <>
      <p className="text-secondary">{t(way === 'bank' ? 'bankClaimLead' : 'cryptoLead')}</p>
      <CoinSelect
        list={open}
        value={currency?.currency_id}
        onChoose={(next) => go({ currencyId: next, way })}
      />
      {way === 'crypto' && (
        <NetworkPicker
          networks={cryptoTerms(currency)}
          value={chain}
          caption={(terms) => t('minimum', { amount: tidy(terms.min_deposit) })}
          onChoose={(next) => go({ currencyId, way, chain: next })}
        />
      )}
    </>
  );
}

function Figures({ choice, claim }: { choice: ClaimChoice; claim: Claim }) {
  const t = useTranslations('deposit');
  const { currency, way } = choice;
  const isBank = way === 'bank';
  const { minimum } = claim;
  const request = { currency_id: currency?.currency_id ?? 0 };
  const bank = useApi('bankInfo', request, { enabled: isBank && currency !== undefined }).data;
  return (
    <>
      <DecimalField
        label={t(isBank ? 'transferAmount' : 'amountSent')}
        labelEnd={
          minimum !== undefined && (
            <span className="tnum text-12 text-muted">
              {t('minimum', { amount: formatAmount(tidy(minimum), undefined, currency?.name) })}
            </span>
          )
        }
        size={56}
        scale={currency?.scale ?? 0}
        placeholder="0.00"
        hint={bank && rateText(bank, currency?.name)}
        {...claim.form.value('amount')}
        trailing={currency?.name}
      />
      {!isBank && (
        <Field
          label={t('txId')}
          hint={t('txHint')}
          maxLength={80}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          style={{ fontFamily: 'var(--font-mono)' }}
          {...claim.form.text('tx_id')}
        />
      )}
      <PhotoField
        upload={claim.proof}
        label={t(isBank ? 'voucher' : 'proof')}
        hint={t(isBank ? 'voucherHint' : 'proofHint')}
        icon="receipt"
        error={claim.form.problem('proof')}
        disabled={claim.isRunning}
      />
    </>
  );
}

function SubmitButton({ choice, claim }: { choice: ClaimChoice; claim: Claim }) {
  const t = useTranslations('deposit');
  const hasNetwork = choice.way === 'bank' || choice.chain !== undefined;
  const amount = formatAmount(
    typedAmount(claim.form.draft.amount),
    undefined,
    choice.currency?.name,
  );
  return (
    <Button
      type="submit"
      variant="main"
      block
      className="mt-2"
      disabled={!hasNetwork}
      busy={claim.isRunning}
    >
      {claim.form.draft.amount === '' ? t('submit') : t('submitAmount', { amount })}
    </Button>
  );
}
