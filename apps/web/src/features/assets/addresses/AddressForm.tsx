import type { Chain, CurrencyInfo } from '@fairlead/contract';
import { Button, Field, Note, TextArea, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { tidy } from '../../../data/tidy.ts';
import { useConfig } from '../../../data/use-config.ts';
import { CoinSelect } from '../custody/CoinSelect.tsx';
import { cryptoTerms, isChain } from '../custody/chains.ts';
import { NetworkPicker } from '../custody/NetworkPicker.tsx';
import { SecurityFields } from '../custody/SecurityFields.tsx';
import { cleanAddress, useAddAddress } from './use-add-address.ts';

export interface AddressFormProps {
  currency: CurrencyInfo;
  /** Coins that have a network. */
  list: readonly CurrencyInfo[];
}

/** Coin, network, address, and what proves that it is the owner who saves it. */
export function AddressForm({ currency, list }: AddressFormProps) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const networks = cryptoTerms(currency);
  const asked = query.get('chain');
  const [chosen, choose] = useState<Chain | undefined>(isChain(asked) ? asked : undefined);
  const chain =
    networks.length === 1
      ? networks[0]?.chain
      : networks.find((terms) => terms.chain === chosen)?.chain;
  const saving = useAddAddress(currency, chain);
  const { form, missing } = saving;
  const hours = useConfig().data?.cooling_off_hours;
  return (
    <form {...form.props(saving.send)} autoComplete="off" className="gutter grid gap-4 pt-2 pb-6">
      <CoinSelect
        list={list}
        value={currency.currency_id}
        onChoose={(currencyId) =>
          void navigate({ search: `?currency_id=${currencyId}` }, { replace: true })
        }
      />
      <NetworkPicker
        networks={networks}
        value={chain}
        caption={(terms) => `${custody('detail.fee')} ${tidy(terms.withdraw_fee)} ${currency.name}`}
        onChoose={choose}
      />
      <AddressInput saving={saving} />
      <Field label={t('name')} maxLength={100} {...form.text('note')} />
      <SecurityFields field={form.value} />
      {hours !== undefined && <Note>{t('coolNote', { hours })}</Note>}
      <div>
        <Button
          type="submit"
          variant="main"
          block
          disabled={missing !== undefined}
          aria-describedby={missing && MISSING_ID}
          busy={saving.isRunning}
        >
          {t('saveAddress')}
        </Button>
        {missing && (
          <p id={MISSING_ID} className="mt-2 text-center text-12 text-balance text-muted">
            {t(`missing.${missing}`)}
          </p>
        )}
      </div>
    </form>
  );
}

const MISSING_ID = 'address-missing';

function AddressInput({ saving }: { saving: ReturnType<typeof useAddAddress> }) {
  const { form, addressProblem, example } = saving;
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const paste = async () => {
    try {
      form.set({ address: cleanAddress(await navigator.clipboard.readText()) });
    } catch {
      // Not every browser lets a page read what was copied.
      toast({ kind: 'bad', text: custody('pasteFailed') });
    }
  };
  return (
    <TextArea
      label={t('address')}
      labelEnd={
        <button
          type="button"
          className="hit text-12 font-medium text-brand"
          onClick={() => void paste()}
        >
          {custody('paste')}
        </button>
      }
      rows={2}
      maxLength={120}
      placeholder={example}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      style={{ fontFamily: 'var(--font-mono)' }}
      {...form.text('address')}
      error={addressProblem}
    />
  );
}
