import type { CurrencyInfo, WithdrawalAddress } from '@fairlead/contract';
import {
  Address,
  Badge,
  buttonLook,
  Confirm,
  Dock,
  EmptyState,
  ErrorState,
  IconButton,
  SkeletonRows,
  Tag,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { errorText } from '../../../data/error-text.ts';
import { useAction } from '../../../data/use-action.ts';
import { useApi } from '../../../data/use-api.ts';
import { networkText } from '../custody/chains.ts';
import { CoolingOff, useCoolingOff } from '../custody/UsableAt.tsx';

/** The addresses of one coin, whole, so that they can be compared. */
export function AddressList({ currency }: { currency: CurrencyInfo }) {
  const t = useTranslations('payees');
  const common = useTranslations('common');
  const [asked, ask] = useState<WithdrawalAddress>();
  const request = { currency_id: currency.currency_id };
  const addresses = useApi('withdrawalAddresses', request);
  const add = href('pages/user/address/create', request);
  if (addresses.data === undefined) {
    if (addresses.error === null) return <SkeletonRows label={common('loading')} count={3} />;
    return (
      <ErrorState
        onRetry={() => void addresses.refetch()}
        retryLabel={common('retry')}
        retrying={addresses.isFetching}
      >
        {errorText(addresses.error)}
      </ErrorState>
    );
  }
  if (addresses.data.length === 0)
    return (
      <div className="pt-8">
        <EmptyState
          action={
            <a {...buttonLook({ variant: 'main', size: 44 })} href={add}>
              {t('addAddress')}
            </a>
          }
        >
          {t('noAddress', { currency: currency.name })}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul className="fl-list pb-20" aria-label={currency.name}>
        {addresses.data.map((address) => (
          <li key={address.id}>
            <AddressItem address={address} onDelete={() => ask(address)} />
          </li>
        ))}
      </ul>
      <Dock>
        <a {...buttonLook({ variant: 'main', block: true })} href={add}>
          {t('addAddress')}
        </a>
      </Dock>
      <DeleteConfirm address={asked} onClose={() => ask(undefined)} />
    </>
  );
}

interface AddressItemProps {
  address: WithdrawalAddress;
  onDelete: () => void;
}

function AddressItem({ address, onDelete }: AddressItemProps) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const isCooling = useCoolingOff(address.usable_at) > 0;
  const name = address.note === '' ? t('unnamed') : address.note;
  return (
    <div className="gutter flex items-start gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Tag>{networkText(address.chain)}</Tag>
        </p>
        <Address className="mt-1 select-text" value={address.address} />
        <p className="mt-2">
          {isCooling ? (
            <Badge kind="wait">
              <CoolingOff usableAt={address.usable_at} />
            </Badge>
          ) : (
            <Badge kind="good">{custody('usable')}</Badge>
          )}
        </p>
      </div>
      <span className="-my-2 -mr-3">
        <IconButton
          icon="trash"
          label={t('deleteAddress', { name })}
          className="text-secondary"
          onClick={onDelete}
        />
      </span>
    </div>
  );
}

interface DeleteConfirmProps {
  address: WithdrawalAddress | undefined;
  onClose: () => void;
}

function DeleteConfirm({ address, onClose }: DeleteConfirmProps) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const common = useTranslations('common');
  // Kept while the question closes, so that it does not empty on its way out.
  const [shown, setShown] = useState(address);
  if (address !== undefined && address !== shown) setShown(address);
  const remove = useAction('deleteAddress', {
    invalidates: ['withdrawalAddresses', 'withdrawalInfo'],
    onSuccess: () => {
      onClose();
      toast({ kind: 'good', text: t('addressDeleted') });
    },
    onError: () => {
      onClose();
      return false;
    },
  });
  return (
    <Confirm
      open={address !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('deleteAddressTitle')}
      cancelLabel={common('cancel')}
      confirmLabel={custody('delete')}
      variant="danger"
      busy={remove.isRunning}
      onConfirm={() => {
        if (shown !== undefined) void remove.run({ id: shown.id });
      }}
    >
      {shown !== undefined && <Address value={shown.address} />}
      <p className="mt-2">{t('deleteDetail')}</p>
    </Confirm>
  );
}
