import { CoinMark, formatAmount, formatDate, ListRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { tidy } from '../../data/tidy.ts';
import { detailsHref } from './links.ts';
import { nextTurn } from './model.ts';
import type { OfferingProps } from './offering-props.ts';
import { ReturnFigure } from './ReturnFigure.tsx';
import { StatusBadge } from './StatusBadge.tsx';

/** An offering that is not on sale now: when it opens or opened, its price, and what became of it. */
export function OfferingRow({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const { id, currency, issue_price, payment_currency, launches_at, expected_return } = offering;
  const turn = nextTurn(offering);
  const time = formatDate(turn?.atMs ?? launches_at, 'dayMinute', locale);
  return (
    <ListRow
      leading={<CoinMark code={currency} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {currency} <StatusBadge offering={offering} />
        </span>
      }
      caption={t(turn === undefined ? 'launchedAt' : `${turn.kind}At`, { time })}
      value={formatAmount(tidy(issue_price), undefined, payment_currency)}
      valueCaption={
        expected_return === undefined ? t('price') : <ReturnFigure value={expected_return} />
      }
      href={detailsHref(id)}
    />
  );
}
