import { useAction, useApi } from '@fairlead/calls';
import type { ResponseOf, ReviewCheck } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../books/amounts.ts';
import { useMay } from '../data/acts.ts';
import { useMe } from '../data/use-config.ts';
import { countryName } from '../parts/country.ts';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { factorText } from '../parts/factor.ts';
import { Checks } from './Checks.tsx';
import type { QueueName } from './queues.ts';
import { queueTexts } from './texts.ts';

const t = queueTexts.background;

export interface BackgroundProps {
  queue: QueueName;
  row: {
    readonly id: number;
    readonly user_id: number;
    readonly checks: readonly ReviewCheck[];
    /** What is asked for. */
    readonly currency?: string | undefined;
  };
}

type Totals = ResponseOf<'operatorUser'>['background']['totals'];

/** What has come in and gone out, first of the currency that is asked for: that none of it ever came in is said too. */
function totalsFor(totals: Totals, asked: string | undefined): Totals {
  if (asked === undefined || totals.length === 0) return totals;
  const own = totals.find(({ currency }) => currency === asked);
  const others = totals.filter((each) => each !== own);
  return [own ?? { currency: asked, deposited: '0', withdrawn: '0' }, ...others];
}

/** What speaks for or against a request, and who asks. */
export function Background({ queue, row }: BackgroundProps) {
  const role = useMe().data?.role;
  return (
    <>
      <Checks checks={row.checks} />
      {row.checks.length > 0 && <hr />}
      {/* Managers see subscriptions, and no users. */}
      {role !== undefined && role !== 'manager' && <WhoAsks queue={queue} row={row} />}
    </>
  );
}

/** How long the account is there, its verified name, and what has come in and gone out. */
function WhoAsks({ queue, row }: BackgroundProps) {
  const id = row.user_id;
  const { data, error } = useApi('operatorUser', { id });
  if (error !== null && data === undefined) return <Note kind="warn">{t.failed}</Note>;
  if (data === undefined) return <p className="text-muted">{t.loading}</p>;
  const { user, background } = data;
  const { country, verified_name: masked } = background;
  const facts: Fact[] = [
    [t.account, formatDate(user.created_at, 'dayMinute', 'en')],
    [t.devices, background.devices],
    [t.factor, factorText(user)],
    [
      t.name,
      masked === undefined ? (
        t.noName
      ) : (
        <VerifiedName key={row.id} id={id} masked={masked} reason={t.nameReason(queue, row.id)} />
      ),
      'wide',
    ],
    [t.country, country === undefined ? t.noCountry : countryName(country), 'wide'],
    ...totalsFor(background.totals, row.currency).flatMap(
      ({ currency, deposited, withdrawn }): Fact[] => [
        [t.deposited(currency), formatMoney(deposited, currency)],
        [t.withdrawn(currency), formatMoney(withdrawn, currency)],
      ],
    ),
    ...(background.totals.length === 0 ? [[t.moved, t.nothingMoved, 'wide'] as const] : []),
  ];
  return (
    <section aria-label={t.title}>
      <div className="mb-2 flex justify-between">
        <h3 className="font-medium">{t.title}</h3>
        <Link className="con-link" to={`/users?open=${id}`}>
          {t.record}
        </Link>
      </div>
      <Facts facts={facts} />
    </section>
  );
}

/** Masked until it is asked for; that is a look, counted and noted with the record that it was needed for. */
function VerifiedName({ id, masked, reason }: { id: number; masked: string; reason: string }) {
  const [name, setName] = useState<string>();
  const mayReveal = useMay('revealUser');
  const reveal = useAction('revealUser', { onSuccess: ({ value }) => setName(value) });
  if (name !== undefined) return name;
  return (
    <span className="flex items-baseline gap-3">
      {masked}
      {mayReveal && (
        <button
          type="button"
          className="con-link"
          disabled={reveal.isRunning}
          onClick={() => reveal.run({ id, field: 'name', reason })}
        >
          {t.showName}
        </button>
      )}
    </span>
  );
}
