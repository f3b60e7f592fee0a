import type { BankCard } from '@fairlead/contract';
import {
  Badge,
  buttonLook,
  Card,
  Confirm,
  Dock,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  SkeletonCard,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { errorText } from '../../../data/error-text.ts';
import { useAction } from '../../../data/use-action.ts';
import { useApi } from '../../../data/use-api.ts';
import { CoolingOff, useCoolingOff } from '../custody/UsableAt.tsx';

const ADD = href('pages/bankbind/addbank');

/** The own cards; of a number only its last four are shown. */
export function CardList() {
  const t = useTranslations('payees');
  const common = useTranslations('common');
  const [asked, ask] = useState<BankCard>();
  const cards = useApi('bankCards', {});
  if (cards.data === undefined) {
    if (cards.error === null)
      return (
        <div className="gutter pt-2">
          <SkeletonCard label={common('loading')} height={152} />
        </div>
      );
    return (
      <ErrorState
        onRetry={() => void cards.refetch()}
        retryLabel={common('retry')}
        retrying={cards.isFetching}
      >
        {errorText(cards.error)}
      </ErrorState>
    );
  }
  if (cards.data.cards.length === 0)
    return (
      <div className="pt-8">
        <EmptyState
          action={
            <a {...buttonLook({ variant: 'main', size: 44 })} href={ADD}>
              {t('addCard')}
            </a>
          }
        >
          {t('noCard')}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul className="gutter grid grid-cols-1 gap-3 pt-2 pb-20">
        {cards.data.cards.map((card) => (
          <li key={card.id}>
            <CardItem card={card} onDelete={() => ask(card)} />
          </li>
        ))}
      </ul>
      <Dock>
        <a {...buttonLook({ variant: 'main', block: true })} href={ADD}>
          {t('addCard')}
        </a>
      </Dock>
      <DeleteConfirm card={asked} onClose={() => ask(undefined)} />
    </>
  );
}

function CardItem({ card, onDelete }: { card: BankCard; onDelete: () => void }) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const isCooling = useCoolingOff(card.usable_at) > 0;
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
        {isCooling ? (
          <Badge kind="wait">
            <CoolingOff usableAt={card.usable_at} />
          </Badge>
        ) : (
          <Badge kind="good">{custody('usable')}</Badge>
        )}
      </p>
      <div className="-mb-2 mt-2 flex items-center justify-between">
        <a
          className="-ml-3 inline-flex min-h-11 items-center rounded-8 px-3 font-medium text-brand"
          href={href('pages/bankbind/addbank', { id: card.id })}
        >
          {t('changeCard')}
        </a>
        <span className="-mr-3">
          <IconButton
            icon="trash"
            label={t('deleteCard', { name: `${card.bank_name} ${card.card_number}` })}
            className="text-secondary"
            onClick={onDelete}
          />
        </span>
      </div>
    </Card>
  );
}

function DeleteConfirm({ card, onClose }: { card: BankCard | undefined; onClose: () => void }) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const common = useTranslations('common');
  // Kept while the question closes, so that it does not empty on its way out.
  const [shown, setShown] = useState(card);
  if (card !== undefined && card !== shown) setShown(card);
  const remove = useAction('deleteBankCard', {
    invalidates: ['bankCards', 'withdrawalInfo'],
    onSuccess: () => {
      onClose();
      toast({ kind: 'good', text: t('cardDeleted') });
    },
    onError: () => {
      onClose();
      return false;
    },
  });
  return (
    <Confirm
      open={card !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('deleteCardTitle')}
      cancelLabel={common('cancel')}
      confirmLabel={custody('delete')}
      variant="danger"
      busy={remove.isRunning}
      onConfirm={() => {
        if (shown !== undefined) void remove.run({ id: shown.id });
      }}
    >
      <p>
        {shown?.bank_name} <span className="font-mono">{shown?.card_number}</span>
      </p>
      <p className="mt-2">{t('deleteDetail')}</p>
    </Confirm>
  );
}
