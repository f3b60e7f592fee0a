import { Link } from 'react-router';
import { findPage, maySee } from '../../app/routes.ts';
import { useMe } from '../../data/use-config.ts';
import { userTexts as t } from '../../texts/users.ts';

const LINKS = [
  ['withdrawals', (id: number) => `/withdrawals?user=${id}`],
  ['deposits', (id: number) => `/deposits?user=${id}`],
  ['verifications', (id: number) => `/verifications?user=${id}`],
  ['positions', (id: number) => `/positions?user=${id}`],
  ['options', (id: number) => `/positions?tab=options&user=${id}`],
  ['hosting', (id: number) => `/hosting?tab=orders&user=${id}`],
  ['subscriptions', (id: number) => `/subscriptions?user=${id}`],
  ['entries', (id: number) => `/ledger?account=user:${id}:coin`],
  ['holds', (id: number) => `/ledger?tab=holds&user=${id}`],
] as const;

/** The user's own records, as far as this role may read them. */
export function UserLinks({ id }: { id: number }) {
  const role = useMe().data?.role;
  const mine = LINKS.filter(([, to]) => {
    const page = findPage(to(id).replace(/\?.*/, ''));
    return page !== undefined && role !== undefined && maySee(page, role);
  });
  return (
    <p className="con-links">
      {mine.map(([name, to]) => (
        <Link key={name} to={to(id)}>
          {t.links[name]}
        </Link>
      ))}
    </p>
  );
}
