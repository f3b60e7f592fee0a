import { buttonLook, Icon, List, ListRow, Sheet, Skeleton } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { networkText, shortAddress } from '../custody/chains.ts';
import { CoolingOff } from '../custody/UsableAt.tsx';
import type { Target, Way } from './withdraw-model.ts';

export interface DestinationProps {
  way: Way;
  currencyId: number;
  targets: readonly Target[] | undefined;
  target: Target | undefined;
  error: string | undefined;
  onChoose: (id: number) => void;
}

const PATHS = {
  crypto: { add: 'pages/user/address/create', manage: 'pages/user/address/index' },
  bank: { add: 'pages/bankbind/addbank', manage: 'pages/bankbind/index' },
} as const;

/** Only to what is saved: one of the book, or the way to save one. */
export function Destination(props: DestinationProps) {
  const { way, currencyId, targets, target, error, onChoose } = props;
  const t = useTranslations('withdraw');
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  const add = href(PATHS[way].add, { currency_id: currencyId });
  const isEmpty = targets?.length === 0;
  return (
    <div>
      <p className="fl-label" id="destination-label">
        {t('to')}
      </p>
      {targets === undefined && <Skeleton height={60} className="rounded-8" />}
      {isEmpty && <NoTarget way={way} add={add} />}
      {targets !== undefined && !isEmpty && (
        <button
          type="button"
          id="destination"
          aria-haspopup="dialog"
          aria-labelledby="destination-label destination"
          className={`flex min-h-15 w-full items-center gap-2 rounded-8 border bg-field px-3 py-2 text-start active:bg-pressed ${error === undefined ? 'border-transparent' : 'border-bad'}`}
          onClick={() => setOpen(true)}
        >
          <span className="min-w-0 flex-1">
            {target === undefined ? (
              <span className="text-muted">
                {t(way === 'bank' ? 'chooseCard' : 'chooseAddress')}
              </span>
            ) : (
              <TargetLines target={target} />
            )}
          </span>
          <Icon name="chevronRight" size={16} className="text-muted" />
        </button>
      )}
      {error !== undefined && !isEmpty && (
        <p className="fl-help" data-bad="" role="alert">
          <Icon name="warn" size={14} />
          <span>{error}</span>
        </p>
      )}
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t(way === 'bank' ? 'chooseCard' : 'chooseAddress')}
        closeLabel={common('close')}
        footer={
          <a {...buttonLook({ block: true })} href={add}>
            {t(way === 'bank' ? 'addCard' : 'addAddress')}
          </a>
        }
      >
        <div className="-mx-4 pb-2">
          <List label={t(way === 'bank' ? 'cards' : 'addresses')}>
            {targets?.map((one) => (
              <ListRow
                key={one.id}
                title={<TargetTitle target={one} />}
                caption={<TargetCaption target={one} />}
                middle={one.id === target?.id && <Icon name="check" className="text-brand" />}
                onClick={() => {
                  setOpen(false);
                  onChoose(one.id);
                }}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </div>
  );
}

function NoTarget({ way, add }: { way: Way; add: string }) {
  const t = useTranslations('withdraw');
  return (
    <div className="flex items-center gap-3 rounded-8 bg-field px-3 py-2">
      <span className="min-w-0 flex-1 text-secondary">
        {t(way === 'bank' ? 'noCard' : 'noAddress')}
      </span>
      <a {...buttonLook({ size: 36, variant: 'line' })} href={add}>
        {t(way === 'bank' ? 'addCard' : 'addAddress')}
      </a>
    </div>
  );
}

function TargetTitle({ target }: { target: Target }) {
  const t = useTranslations('payees');
  return <>{target.name === '' ? t('unnamed') : target.name}</>;
}

function TargetCaption({ target }: { target: Target }) {
  return (
    <>
      <span className="font-mono">
        {target.chain === undefined ? target.text : shortAddress(target.text)}
      </span>
      {target.chain !== undefined && <> · {networkText(target.chain)}</>}
      <span className="ms-1.5 text-warn">
        <CoolingOff usableAt={target.usableAt} />
      </span>
    </>
  );
}

function TargetLines({ target }: { target: Target }) {
  return (
    <>
      <span className="block truncate font-medium">
        <TargetTitle target={target} />
      </span>
      <span className="block text-12 text-muted">
        <TargetCaption target={target} />
      </span>
    </>
  );
}
