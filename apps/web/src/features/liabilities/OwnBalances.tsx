import { ApiError } from '@fairlead/client';
import type { LiabilityProofView } from '@fairlead/contract';
import {
  buttonLook,
  CoinMark,
  ErrorState,
  formatDate,
  ListRow,
  Note,
  SectionHead,
  SkeletonRows,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/Amount.tsx';
import { href } from '../../app/navigation.ts';
import { LOGIN_PATH } from '../../app/routes.ts';
import { errorText } from '../../data/error-text.ts';
import { useIsLoggedIn } from '../../data/session.ts';
import type { useApi } from '../../data/use-api.ts';

export interface OwnBalancesProps {
  proof: Pick<ReturnType<typeof useApi<'liabilityProof'>>, 'data' | 'error' | 'isFetching'>;
  onRetry: () => void;
}

/** What of one's own is in the totals; a guest is led to the login. */
export function OwnBalances({ proof, onRetry }: OwnBalancesProps) {
  const t = useTranslations('liabilities');
  return (
    <section className="pt-5">
      <SectionHead title={t('own.title')} />
      <Body proof={proof} onRetry={onRetry} />
    </section>
  );
}

function Body({ proof, onRetry }: OwnBalancesProps) {
  const t = useTranslations('liabilities.own');
  const common = useTranslations('common');
  const isLoggedIn = useIsLoggedIn();
  if (!isLoggedIn)
    return (
      <div className="grid justify-items-start gap-3 gutter">
        <p className="text-secondary">{t('guest')}</p>
        <a {...buttonLook({ size: 36 })} href={href(LOGIN_PATH)}>
          {common('logIn')}
        </a>
      </div>
    );
  const { data, error, isFetching } = proof;
  if (data !== undefined) return <Paths proof={data} />;
  if (error === null) return <SkeletonRows label={common('loading')} count={2} />;
  if (error instanceof ApiError && error.code === 'proof_expired')
    return (
      <Note kind="info" className="mx-4">
        {t('expired')}
      </Note>
    );
  return (
    <ErrorState onRetry={onRetry} retryLabel={common('retry')} retrying={isFetching}>
      {errorText(error)}
    </ErrorState>
  );
}

function Paths({ proof }: { proof: LiabilityProofView }) {
  const t = useTranslations('liabilities.own');
  const locale = useLocale();
  const time = formatDate(proof.snapshot.time, 'dayMinute', locale);
  if (proof.paths.length === 0)
    return (
      <Note kind="warn" className="mx-4">
        {t('nothing', { time })}
      </Note>
    );
  return (
    <>
      {proof.paths.map(({ currency, amount, siblings }) => (
        <ListRow
          key={currency}
          size={52}
          leading={<CoinMark code={currency} />}
          title={currency}
          caption={t('steps', { count: siblings.length })}
          value={<Amount value={amount} />}
        />
      ))}
      <p className="gutter pt-1 text-12 text-muted">
        {t('note', { time, owner: String(proof.owner) })}
      </p>
    </>
  );
}
