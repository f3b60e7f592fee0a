import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { CurrencyInfo, WithdrawalAddress } from '@fairlead/contract';
import { Address, Tag } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { networkText } from '../custody/chains.ts';
import { DeleteButton, PayeeList, UsableBadge } from '../custody/PayeeList.tsx';

/** The addresses of one coin, whole, so that they can be compared. */
export function AddressList({ currency }: { currency: CurrencyInfo }) {
  const t = useTranslations('payees');
  const request = { currency_id: currency.currency_id };
  const addresses = useApi('withdrawalAddresses', request);
  if (addresses.data === undefined)
    return <Pending query={addresses} loading={<LoadingRows count={3} />} />;
  return (
    <PayeeList
      payees={addresses.data}
      label={currency.name}
      className="fl-list pb-20"
      add={{ href: href('pages/user/address/create', request), text: t('addAddress') }}
      empty={t('noAddress', { currency: currency.name })}
      item={(address, onDelete) => <AddressItem address={address} onDelete={onDelete} />}
      removal={{
        call: 'deleteAddress',
        invalidates: ['withdrawalAddresses', 'withdrawalInfo'],
        title: t('deleteAddressTitle'),
        done: t('addressDeleted'),
        what: ({ address }) => <Address value={address} />,
      }}
    />
  );
}

interface AddressItemProps {
  address: WithdrawalAddress;
  onDelete: () => void;
}

function AddressItem({ address, onDelete }: AddressItemProps) {
  const t = useTranslations('payees');
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
          <UsableBadge usableAt={address.usable_at} />
        </p>
      </div>
      <span className="-my-2 -me-3">
        <DeleteButton label={t('deleteAddress', { name })} onClick={onDelete} />
      </span>
    </div>
  );
}
