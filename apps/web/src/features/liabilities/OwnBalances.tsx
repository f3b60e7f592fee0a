import { LoadingRows, Pending, type useApi } from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import type { LiabilityProofView } from '@fairlead/contract';
import { buttonLook, CoinMark, formatDate, ListRow, Note, SectionHead } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Amount } from '../../app/parts/Amount.tsx';
import { LOGIN_PATH } from '../../app/routes.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';

export interface OwnBalancesProps {
  proof: Pick<ReturnType<typeof useApi<'liabilityProof'>>, 'data' | 'error' | 'isFetching'>;
  onRetry: () => void;
  /** The publication is from before the account was opened. */
  isBefore: boolean;
  /** Nothing is held now either. */
  isEmpty: boolean;
}

/** What of one's own is in the totals; a guest is led to the login. */
export function OwnBalances(props: OwnBalancesProps) {
  const t = useTranslations('liabilities');
  return (
    <section className="pt-5">
      <SectionHead title={t('own.title')} />
      <Body {...props} />
    </section>
  );
}

function Body({ proof, onRetry, isBefore, isEmpty }: OwnBalancesProps) {
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
  const { data, error } = proof;
  if (data !== undefined) return <Paths proof={data} isBefore={isBefore} isEmpty={isEmpty} />;
  if (error instanceof ApiError && error.code === 'proof_expired')
    return (
      <Note kind="info" className="mx-4">
        {t('expired')}
      </Note>
    );
  return <Pending query={{ ...proof, refetch: onRetry }} loading={<LoadingRows count={2} />} />;
}

interface PathsProps extends Pick<OwnBalancesProps, 'isBefore' | 'isEmpty'> {
  proof: LiabilityProofView;
}

function Paths({ proof, isBefore, isEmpty }: PathsProps) {
  const t = useTranslations('liabilities.own');
  const locale = useLocale();
  const time = formatDate(proof.snapshot.time, 'dayMinute', locale);
  if (proof.paths.length === 0)
    return (
      <Note kind={isBefore || isEmpty ? 'plain' : 'warn'} className="mx-4">
        {t(isBefore ? 'before' : 'nothing', { time })}
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
