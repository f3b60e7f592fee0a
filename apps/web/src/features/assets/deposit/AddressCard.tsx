import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import type { Chain, CurrencyInfo } from '@fairlead/contract';
import { Address, Button, Card, formatAmount, IconButton, KeyValues, Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../../app/parts/QrCode.tsx';
import { tidy } from '../../../data/tidy.ts';
import { useCopy } from '../../../data/use-copy.ts';
import { CopyLine } from '../custody/CopyLine.tsx';
import { networkOf, networkText } from '../custody/chains.ts';
import { ClosedNetwork } from './ClosedNetwork.tsx';
import { useSaveQr } from './use-save-qr.ts';

export interface AddressCardProps {
  currency: CurrencyInfo;
  chain: Chain;
}

/** Longer than a page stays open: an address does not change. */
export const ADDRESS_FRESH_MS = 600_000;
const CARD_HEIGHT = 216;

/** The own address on a network, or why there is none. */
export function AddressCard({ currency, chain }: AddressCardProps) {
  const request = { currency_id: currency.currency_id, chain };
  const address = useApi('depositAddress', request, { freshForMs: ADDRESS_FRESH_MS });
  if (address.data !== undefined)
    return <Found currency={currency} chain={chain} found={address.data} />;
  if (address.error === null) return <LoadingCard height={CARD_HEIGHT} lines={4} />;
  if (address.error.code === 'chain_closed' || address.error.code === 'currency_closed')
    return <ClosedNetwork currency={currency} chain={chain} />;
  return <Failed query={address} framed />;
}

interface FoundProps extends AddressCardProps {
  found: {
    readonly address: string;
    readonly memo?: string | undefined;
    readonly min_deposit: string;
    readonly confirmations: number;
  };
}

function Found({ currency, chain, found }: FoundProps) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets');
  const custody = useTranslations('custody');
  const minimum = formatAmount(tidy(found.min_deposit), undefined, currency.name);
  return (
    <>
      <AddressBox currency={currency} chain={chain} address={found.address} />
      {found.memo !== undefined && (
        <Card>
          <div>
            <CopyLine label={t('memo')} value={found.memo} />
          </div>
          <Note kind="warn" className="mt-2">
            {t('memoNote')}
          </Note>
        </Card>
      )}
      <KeyValues
        rows={[
          { label: t('smallest'), value: minimum },
          { label: t('after'), value: custody('confirmations', { count: found.confirmations }) },
          { label: t('goesTo'), value: assets('accountTitle.coin') },
        ]}
      />
      <Note kind="warn">
        {chain === 'OMNI'
          ? t('bitcoinOnly')
          : t('warning', { currency: currency.name, network: networkText(chain) })}
      </Note>
    </>
  );
}

function AddressBox({ currency, chain, address }: AddressCardProps & { address: string }) {
  const t = useTranslations('deposit');
  const copy = useCopy();
  const save = useSaveQr();
  return (
    <Card>
      <div className="flex items-center gap-4">
        <QrCode text={address} label={t('qr')} className="size-36 flex-none" />
        <div className="min-w-0 flex-1">
          <p className="mb-1 text-12 text-muted">
            {t('address', { currency: currency.name, network: networkOf(chain).name })}
          </p>
          <Address value={address} className="select-text" />
        </div>
      </div>
      <div className="mt-4 flex gap-2">
        <span className="grid flex-1">
          <Button variant="main" size={44} icon="copy" onClick={() => void copy(address)}>
            {t('copyAddress')}
          </Button>
        </span>
        <IconButton
          icon="download"
          label={t('saveQr')}
          className="rounded-8! bg-control"
          onClick={() => void save(address, `${currency.name}-${chain}`)}
        />
      </div>
    </Card>
  );
}
