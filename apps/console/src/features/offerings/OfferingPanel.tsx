import { Note } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { Link } from 'react-router';
import { formatMoney } from '../../books/amounts.ts';
import { FundLink } from '../../books/FundLink.tsx';
import { bookTexts } from '../../books/texts.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { nextId } from '../../terms/forms.ts';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { OfferingState } from './columns.tsx';
import { missingSupply, nameOf, type Offering, remainingOf } from './model.ts';
import { offeringTexts as t } from './texts.ts';

export interface OfferingPanelProps {
  /** Undefined for a new one. */
  offering: Offering | undefined;
  offerings: readonly Offering[];
  onClose: () => void;
}

/** One offering: its terms, how far it has come, and what is to be done next. */
export function OfferingPanel({ offering, offerings, onClose }: OfferingPanelProps) {
  const currencies = useCurrencies();
  const name = offering && nameOf(currencies, offering.currency_id);
  return (
    <TermsPanel
      kind="offering"
      title={offering === undefined ? t.newOffering : t.panel(offering.id)}
      badge={offering && <OfferingState row={offering} />}
      row={offering}
      others={offerings}
      fresh={{ id: nextId(offerings), is_open: true }}
      subject={offering && `offering ${offering.id} ${name}`}
      onClose={onClose}
    >
      {offering && (
        <>
          <Live
            offering={offering}
            sold={name ?? ''}
            payment={nameOf(currencies, offering.payment_currency_id)}
          />
          <Next
            offering={offering}
            missing={missingSupply(offering, offerings)}
            currency={name ?? ''}
          />
        </>
      )}
    </TermsPanel>
  );
}

interface LiveProps {
  offering: Offering;
  /** Names of what is sold and what it is paid in. */
  sold: string;
  payment: string;
}

function Live({ offering, sold, payment }: LiveProps) {
  return (
    <>
      <hr />
      <h3>{t.live}</h3>
      <Facts
        facts={[
          [t.facts.sold, formatMoney(offering.sold, sold)],
          [t.facts.remaining, formatMoney(remainingOf(offering), sold)],
          [t.facts.review, formatMoney(offering.under_review, sold)],
          [t.facts.subscriptions, offering.subscriptions.toLocaleString('en')],
          [t.facts.proceeds, formatMoney(offering.proceeds, payment)],
          [t.facts.supply, formatMoney(offering.supply, sold)],
        ]}
      />
    </>
  );
}

interface NextProps {
  offering: Offering;
  /** What its supply lacks. */
  missing: string | undefined;
  currency: string;
}

/** The supply before the sale, the decisions before the launch, the market after it. */
function Next({ offering, missing, currency }: NextProps) {
  const { id, currency_id, status, under_review } = offering;
  const isOnItsWay = status === 'upcoming' || status === 'subscribing';
  const account = bookTexts.house(bookTexts.houseAccounts['subscription_supply'] ?? '');
  return (
    <>
      <hr />
      <h3>{t.next}</h3>
      <div className="grid justify-items-start gap-2">
        {missing !== undefined && (
          <>
            <Note kind="warn">{t.steps.fund(formatMoney(missing, currency), account)}</Note>
            <FundLink
              move={{
                currencyId: currency_id,
                source: 'house:external',
                target: 'house:subscription_supply',
                amount: missing,
              }}
            >
              {t.steps.fundAct(formatMoney(missing, currency))}
            </FundLink>
          </>
        )}
        {missing === undefined && isOnItsWay && <Note kind="good">{t.steps.funded}</Note>}
        {!isZeroDecimal(under_review) && (
          <Note kind="warn">{t.steps.review(formatMoney(under_review, currency))}</Note>
        )}
        <Note>{status === 'redeeming' ? t.steps.launched : t.steps.market}</Note>
      </div>
      <p className="con-links mt-4">
        <Link to={`/subscriptions?offering=${id}`}>{t.subscriptions}</Link>
        <Link to="/markets">{t.markets}</Link>
      </p>
    </>
  );
}
