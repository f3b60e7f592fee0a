import { formatAmount, Icon, type IconName, List, ListRow, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import type { OfferingDetails } from '../model.ts';
import { type PurchaseRules, type PurchaseSummary, shownAmount } from './purchase-model.ts';

export interface TopUpSheetProps {
  offering: OfferingDetails;
  rules: PurchaseRules;
  missing: PurchaseSummary['missing'];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFaucet: (() => void) | undefined;
}

/** The balance does not suffice: how much is missing, and the ways to get it. */
export function TopUpSheet(props: TopUpSheetProps) {
  const { offering, rules, missing, open, onOpenChange, onFaucet } = props;
  const t = useTranslations('publication.topUp');
  const common = useTranslations('common');
  const currency = offering.payment_currency;
  const query = { currency_id: offering.payment_currency_id };
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')} closeLabel={common('close')}>
      {missing !== undefined && (
        <p className="pb-2 text-secondary">
          {t('missing', {
            amount: formatAmount(shownAmount(missing, rules.paymentScale), undefined, currency),
          })}
        </p>
      )}
      <div className="-mx-4">
        <List label={t('title')}>
          {onFaucet && (
            <ListRow
              leading={<Mark icon="flash" />}
              title={t('faucet')}
              caption={t('faucetDetail')}
              chevron
              onClick={() => {
                onOpenChange(false);
                onFaucet();
              }}
            />
          )}
          <ListRow
            leading={<Mark icon="deposit" />}
            title={t('deposit', { currency })}
            caption={t('depositDetail')}
            chevron
            href={href('pages/assets/deposit/index', query)}
          />
          <ListRow
            leading={<Mark icon="swap" />}
            title={t('transfer')}
            caption={t('transferDetail')}
            chevron
            href={href('pages/assets/transfer/index', { to: 'coin', ...query })}
          />
        </List>
      </div>
    </Sheet>
  );
}

function Mark({ icon }: { icon: IconName }) {
  return (
    <span className="grid size-9 place-items-center rounded-full bg-field text-secondary">
      <Icon name={icon} />
    </span>
  );
}
