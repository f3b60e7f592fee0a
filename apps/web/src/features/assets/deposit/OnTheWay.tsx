import { useApi } from '@fairlead/calls';
import type { DepositRecord } from '@fairlead/contract';
import { Card, formatDate, formatNumber, SectionHead, TextLink } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { tidy } from '../../../data/tidy.ts';
import { Confirmations } from '../custody/Confirmations.tsx';
import { shortAddress } from '../custody/chains.ts';
import { DepositBadge } from '../movements/MoneyBadge.tsx';
import { useCurrencies } from '../use-wallet.ts';

const SHOWN_MAX = 3;
/** Confirmations come with blocks; nothing tells of each, so the page asks. */
const REFETCH_MS = 10_000;

/** Deposits that are not decided yet, newest first. */
export function OnTheWay() {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets');
  const { byId } = useCurrencies();
  const request = { status: 'under_review', page: 1, limit: SHOWN_MAX } as const;
  const { data } = useApi('deposits', request, { pollMs: REFETCH_MS });
  if (data === undefined || data.list.length === 0) return null;
  return (
    <section aria-label={t('onTheWay')}>
      <SectionHead
        title={t('onTheWay')}
        end={
          <TextLink href={href('pages/assets/record', { tab: 'deposits' })} chevron>
            {assets('all')}
          </TextLink>
        }
      />
      <div className="gutter grid gap-2">
        {data.list.map((record) => (
          <DepositCard
            key={record.id}
            record={record}
            currency={byId.get(record.currency_id)?.name ?? `#${record.currency_id}`}
          />
        ))}
      </div>
    </section>
  );
}

function DepositCard({ record, currency }: { record: DepositRecord; currency: string }) {
  const t = useTranslations('deposit');
  const custody = useTranslations('custody');
  const locale = useLocale();
  const { confirmations, confirmations_needed: needed, tx_id: txId } = record;
  const hasProgress = confirmations !== undefined && needed !== undefined;
  return (
    <a
      className="block rounded-12"
      href={href('pages/assets/record', { tab: 'deposits', id: record.id })}
    >
      <Card>
        <p className="flex items-baseline justify-between gap-3">
          <span className="tnum min-w-0 text-20 font-strong wrap-anywhere">
            {formatNumber(tidy(record.amount))}{' '}
            <span className="text-14 font-body text-muted">{currency}</span>
          </span>
          {hasProgress ? (
            <span className="tnum font-medium">
              {custody('progress', {
                done: String(Math.min(confirmations, needed)),
                total: String(needed),
              })}
            </span>
          ) : (
            <DepositBadge record={record} />
          )}
        </p>
        {hasProgress && <Confirmations done={confirmations} needed={needed} />}
        {record.origin !== undefined && <p className="mt-1 text-secondary">{record.reason}</p>}
        <p className="mt-2 flex justify-between gap-3 text-12 text-muted">
          <span className="tnum">
            {record.kind === 'chain'
              ? t('seen', { time: formatDate(record.time, 'time', locale) })
              : `${custody(`depositKinds.${record.kind}`)} · ${formatDate(record.time, 'dayMinute', locale)}`}
          </span>
          {txId !== undefined && <span className="font-mono">{shortAddress(txId)}</span>}
        </p>
      </Card>
    </a>
  );
}
