import { useApi } from '@fairlead/calls';
import type { TransferRecord, Wallet } from '@fairlead/contract';
import { CoinMark, formatDate, List, ListRow, Note, SectionHead, TextLink } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { useServerTime } from '../../../data/live/use-server-time.ts';
import { tidy } from '../../../data/tidy.ts';
import { useCurrencies } from '../use-wallet.ts';
import { isLate, onItsWay } from './transfer-model.ts';

const SHOWN_MAX = 3;
/** Its arrival is told; this is for whoever hears nothing. */
const REFETCH_MS = 5_000;

/** What has left one account and is not in the other yet, in no account and in the total. Nothing where there is none. */
export function TransfersOnTheWay({ wallet }: { wallet: Wallet | undefined }) {
  const onTheWay = wallet?.on_the_way;
  if (wallet === undefined || onTheWay === undefined) return null;
  return <Shown total={onTheWay.total} unit={wallet.convert_currency} />;
}

function Shown({ total, unit }: { total: string; unit: string }) {
  const t = useTranslations('assets');
  const { data } = useApi('transfers', {}, { pollMs: REFETCH_MS });
  const nowMs = useServerTime(1_000);
  const list = onItsWay(data?.list ?? []);
  return (
    <section aria-label={t('move.onTheWay')}>
      <SectionHead
        title={t('move.onTheWay')}
        note={<Amount value={total} decimals={2} unit={unit} />}
        end={
          <TextLink href={href('pages/assets/transfer/record')} chevron>
            {t('all')}
          </TextLink>
        }
      />
      <List label={t('move.onTheWay')}>
        {list.slice(0, SHOWN_MAX).map((transfer) => (
          <Moving key={transfer.id} transfer={transfer} />
        ))}
      </List>
      <div role="status" className="gutter pb-2">
        <Note kind={isLate(list, nowMs) ? 'warn' : 'plain'}>
          {t(isLate(list, nowMs) ? 'move.late' : 'move.yours')}
        </Note>
      </div>
    </section>
  );
}

function Moving({ transfer }: { transfer: TransferRecord }) {
  const t = useTranslations('assets');
  const locale = useLocale();
  const { byId } = useCurrencies();
  const { id, currency_id: currencyId, from_account: from, to_account: to } = transfer;
  const name = byId.get(currencyId)?.name ?? `#${currencyId}`;
  return (
    <ListRow
      size={52}
      leading={<CoinMark code={name} size={24} />}
      title={t('move.pair', { from: t(`account.${from}`), to: t(`account.${to}`) })}
      caption={formatDate(transfer.time, 'full', locale)}
      value={<Amount value={tidy(transfer.amount)} unit={name} />}
      valueCaption={t('record.number', { id: String(id) })}
    />
  );
}
