import {
  buttonLook,
  Card,
  formatAmount,
  formatShare,
  formatSigned,
  KeyValues,
  Note,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { type HostingTerms, hostingExample } from '../../features/soon/model.ts';

const TERMS: HostingTerms = {
  amount: 10_000n,
  dailyYieldPpm: 4_000n,
  days: 15n,
  damagesRatePpm: 4_000n,
  remainingDays: 3n,
};
const RATE = '0.004';
const CURRENCY = 'USDT';
const usdt = (value: string): string => formatAmount(value, 2, CURRENCY);
const signed = (value: string): string => `${formatSigned(value, 2)}\u00a0${CURRENCY}`;

/** Tab 4: what locked funds will cost and bring, as a worked example; there is nothing to buy yet. */
export function Page() {
  const t = useTranslations('common');
  const soon = useTranslations('soon');
  const rate = formatShare(RATE, 1);
  const example = hostingExample(TERMS);
  const days = Number(TERMS.days);
  const remaining = Number(TERMS.remainingDays);
  const amount = usdt(String(TERMS.amount));
  return (
    <Screen title={t('title.earn')} isTab>
      <div className="grid gap-3 gutter pb-6">
        <Note kind="info">{soon('earn')}</Note>
        <h2 className="pt-2 text-16 font-strong">{soon('exampleTitle')}</h2>
        <p className="-mt-2 text-secondary">{soon('exampleDetail')}</p>
        <Card>
          <p className="text-12 text-muted">{soon('kept', { days })}</p>
          <p className="mt-1 text-28 font-strong">{usdt(example.atCompletion)}</p>
          <KeyValues
            className="mt-3"
            rows={[
              { label: soon('locked'), value: amount },
              { label: soon('dailyInterest', { rate }), value: usdt(example.dailyInterest) },
              {
                label: soon('interest', { days }),
                value: signed(example.totalInterest),
                tone: 'rise',
              },
            ]}
          />
        </Card>
        <Card>
          <p className="text-12 text-muted">{soon('early', { days: remaining })}</p>
          <p className="mt-1 text-28 font-strong">{usdt(example.atRedemption)}</p>
          <KeyValues
            className="mt-3"
            rows={[
              { label: soon('locked'), value: amount },
              {
                label: soon('interest', { days: days - remaining }),
                value: signed(example.earnedEarly),
                tone: 'rise',
              },
              {
                label: soon('damages', { rate, days: remaining }),
                value: signed(`-${example.damages}`),
                tone: 'fall',
              },
              {
                label: soon('penalty'),
                value: signed(`-${example.penalty}`),
                tone: 'fall',
              },
            ]}
          />
        </Card>
        <p className="text-12 text-muted">{soon('notAnOffer')}</p>
        <a {...buttonLook({ block: true })} href={href('pages/trade/index')}>
          {soon('seeMarkets')}
        </a>
      </div>
    </Screen>
  );
}
