import { useApi } from '@fairlead/calls';
import { formatDate, Note } from '@fairlead/ui';
import { DAY_MS } from '@fairlead/units';
import { formatMoney } from '../books/amounts.ts';
import { serverNow } from '../data/use-config.ts';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { factorText } from '../parts/factor.ts';
import { queueTexts } from './texts.ts';

const t = queueTexts.background;
/** What guards an account and is younger than this is pointed out. */
const YOUNG_MS = 7 * DAY_MS;

export interface BackgroundProps {
  userId: number;
  /** When the destination of a withdrawal was saved. */
  savedAt?: number | undefined;
}

/** Who asks: how old account, passwords, device and destination are, and what has come in and gone out. */
export function Background({ userId, savedAt }: BackgroundProps) {
  const { data, error } = useApi('operatorUser', { id: userId });
  if (error !== null && data === undefined) return <Note kind="warn">{t.failed}</Note>;
  if (data === undefined) return <p className="text-muted">{t.loading}</p>;
  const { user, background } = data;
  const now = serverNow();
  const since = (ms: number | undefined, none: string) => {
    if (ms === undefined) return none;
    const date = formatDate(ms, 'dayMinute', 'en');
    if (now - ms > YOUNG_MS) return date;
    return <span className="con-late">{t.young(date)}</span>;
  };
  const facts: Fact[] = [
    [t.account, since(user.created_at, t.never)],
    [t.password, since(background.password_changed_at, t.never)],
    [t.fundPassword, since(background.fund_password_changed_at, t.notSet)],
    [t.device, since(background.new_device_at, t.oneDevice(background.devices))],
    ...(savedAt === undefined ? [] : ([[t.destination, since(savedAt, t.never)]] as const)),
    [t.factor, factorText(user)],
    ...background.totals.flatMap(({ currency, deposited, withdrawn }): Fact[] => [
      [t.deposited(currency), formatMoney(deposited, currency)],
      [t.withdrawn(currency), formatMoney(withdrawn, currency)],
    ]),
  ];
  return (
    <section aria-label={t.title}>
      <h3 className="mb-2 font-medium">{t.title}</h3>
      <Facts facts={facts} />
    </section>
  );
}
