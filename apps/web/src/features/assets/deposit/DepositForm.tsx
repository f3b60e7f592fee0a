import { buttonLook, EmptyState, Segment, SkeletonCard } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { tidy } from '../../../data/tidy.ts';
import { useConfig } from '../../../data/use-config.ts';
import { CoinsPending } from '../CoinsPending.tsx';
import { CoinSelect } from '../custody/CoinSelect.tsx';
import { bankTerms, cryptoTerms, minutesFor } from '../custody/chains.ts';
import { NetworkPicker } from '../custody/NetworkPicker.tsx';
import { useCurrencies } from '../use-wallet.ts';
import { AddressCard } from './AddressCard.tsx';
import { BankAccountCard } from './BankAccountCard.tsx';
import { choiceSearch, type DepositChoice, depositOrder, readChoice } from './deposit-query.ts';

/** Which coin, then by network or by bank, then the network, and only then an address. */
export function DepositForm() {
  const common = useTranslations('common');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { list } = useCurrencies();
  const choice = readChoice(query, list);
  const go = (next: Parameters<typeof choiceSearch>[0]) =>
    void navigate({ search: choiceSearch(next) }, { replace: true });
  if (list === undefined || choice.currency === undefined)
    return (
      <CoinsPending>
        <div className="gutter pt-2">
          <SkeletonCard label={common('loading')} height={56} lines={1} />
        </div>
      </CoinsPending>
    );
  return (
    <div className="gutter grid grid-cols-1 gap-4 pt-2">
      <CoinSelect
        list={depositOrder(list)}
        value={choice.currency.currency_id}
        onChoose={(currencyId) => go({ currencyId, way: choice.way })}
      />
      <Ways
        choice={choice}
        onChoose={(way, chain) => go({ currencyId: choice.currency?.currency_id ?? 0, way, chain })}
      />
    </div>
  );
}

interface WaysProps {
  choice: DepositChoice;
  onChoose: (way: DepositChoice['way'], chain?: DepositChoice['chain']) => void;
}

function Ways({ choice, onChoose }: WaysProps) {
  const t = useTranslations('deposit');
  const custody = useTranslations('custody');
  const { currency, way, chain } = choice;
  const networks = cryptoTerms(currency);
  const bank = bankTerms(currency);
  if (currency === undefined || !currency.deposit || currency.chains.length === 0)
    return (
      <EmptyState action={<TestFunds />}>
        {t('none', { currency: currency?.name ?? '' })}
      </EmptyState>
    );
  return (
    <>
      {bank !== undefined && networks.length > 0 && (
        <Segment
          label={custody('way')}
          value={way}
          options={[
            { value: 'crypto', label: custody('crypto') },
            { value: 'bank', label: custody('bank') },
          ]}
          onValueChange={(next) => onChoose(next)}
        />
      )}
      {way === 'bank' && bank !== undefined ? (
        <BankAccountCard currency={currency} minimum={bank.min_deposit} />
      ) : (
        <>
          <NetworkPicker
            networks={networks}
            value={chain}
            caption={(terms) =>
              t('minimumMinutes', {
                amount: tidy(terms.min_deposit),
                minutes: String(minutesFor(terms.chain, terms.confirmations)),
              })
            }
            onChoose={(next) => onChoose('crypto', next)}
          />
          {chain !== undefined && (
            <AddressCard
              key={`${currency.currency_id} ${chain}`}
              currency={currency}
              chain={chain}
            />
          )}
        </>
      )}
    </>
  );
}

/** Demo only: where money comes from without a network. */
function TestFunds() {
  const t = useTranslations('assets');
  const { data: config } = useConfig();
  if (config?.demo !== true) return null;
  return (
    <a {...buttonLook({ size: 36 })} href={href('pages/assets/index', { faucet: 1 })}>
      {t('getTestFunds')}
    </a>
  );
}
