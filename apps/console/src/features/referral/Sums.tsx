import type { ResponseOf } from '@fairlead/contract';
import { Link } from 'react-router';
import { formatMoney } from '../../parts/amount.ts';
import { Facts } from '../../parts/Facts.tsx';
import { referralTexts as t } from '../../texts/referral.ts';

/** How many invite, whom, and what they will be paid. */
export function Sums({ data }: { data: ResponseOf<'operatorReferral'> }) {
  const { inviters, invitees, pending } = data;
  return (
    <section className="con-block mt-4" aria-label={t.sums}>
      <Facts
        facts={[
          [t.facts.inviters, inviters.toLocaleString('en')],
          [t.facts.invitees, invitees.toLocaleString('en')],
          [
            t.facts.pending,
            pending.length === 0
              ? t.nothingPending
              : pending.map(({ amount, currency }) => formatMoney(amount, currency)).join(', '),
          ],
        ]}
      />
      <p className="con-links mt-4">
        <Link to="/ledger?reason=rebate_payout">{t.links.rebates}</Link>
        <Link to="/ledger?account=house:referral_rebates">{t.links.account}</Link>
      </p>
    </section>
  );
}
