import { Icon } from '@fairlead/ui';
import { Link } from 'react-router';
import { useMe } from '../data/use-config.ts';
import { historyTexts as t } from '../texts/history.ts';

/** Roles that read histories, besides owners; the page's own entry says the same. */
const READERS: readonly string[] = ['manager', 'auditor', 'owner'];

/** To the earlier versions of one record of terms, for who may read them. */
export function HistoryLink({ subject }: { subject: string }) {
  const role = useMe().data?.role;
  if (role === undefined || !READERS.includes(role)) return null;
  return (
    <p className="con-links mt-4">
      <Link to={`/history?subject=${encodeURIComponent(subject)}`}>
        <Icon name="clock" size={16} />
        {t.link}
      </Link>
    </p>
  );
}
