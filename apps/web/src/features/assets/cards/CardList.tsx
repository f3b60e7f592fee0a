import { LoadingCard, Pending, useApi } from '@fairlead/calls';
import type { BankCard } from '@fairlead/contract';
import { Card, Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { DeleteButton, PayeeList, UsableBadge } from '../custody/PayeeList.tsx';

/** The own cards; of a number only its last four are shown. */
export function CardList() {
  const t = useTranslations('payees');
  const cards = useApi('bankCards', {});
  if (cards.data === undefined)
    return (
      <Pending
        query={cards}
        loading={
          <div className="gutter pt-2">
            <LoadingCard height={152} />
          </div>
        }
      />
    );
  return (
    <PayeeList
      payees={cards.data.cards}
      className="gutter grid grid-cols-1 gap-3 pt-2 pb-20"
      add={{ href: href('pages/bankbind/addbank'), text: t('addCard') }}
      empty={t('noCard')}
      item={(card, onDelete) => <CardItem card={card} onDelete={onDelete} />}
      removal={{
        call: 'deleteBankCard',
        invalidates: ['bankCards', 'withdrawalInfo'],
        title: t('deleteCardTitle'),
        done: t('cardDeleted'),
        what: (card) => (
          <p>
            {card.bank_name} <span className="font-mono">{card.card_number}</span>
          </p>
        ),
      }}
    />
  );
}

function CardItem({ card, onDelete }: { card: BankCard; onDelete: () => void }) {
  const t = useTranslations('payees');
  return (
    <Card>
      <p className="flex items-center gap-2">
        <Icon name="bank" className="text-muted" />
        <span className="min-w-0 flex-1 truncate text-16 font-strong">{card.bank_name}</span>
      </p>
      <p className="tnum mt-3 font-mono text-20 wrap-anywhere">{card.card_number}</p>
      <p className="mt-1 text-secondary">{card.full_name}</p>
      <p className="text-12 text-muted">
        {t('card.swift_code')} {card.swift_code.toUpperCase()} · IBAN{' '}
        <span className="font-mono">{card.iban}</span>
      </p>
      <p className="mt-3">
        <UsableBadge usableAt={card.usable_at} />
      </p>
      <div className="-mb-2 mt-2 flex items-center justify-between">
        <a
          className="-ms-3 inline-flex min-h-11 items-center rounded-8 px-3 font-medium text-brand"
          href={href('pages/bankbind/addbank', { id: card.id })}
        >
          {t('changeCard')}
        </a>
        <span className="-me-3">
          <DeleteButton
            label={t('deleteCard', { name: `${card.bank_name} ${card.card_number}` })}
            onClick={onDelete}
          />
        </span>
      </div>
    </Card>
  );
}
