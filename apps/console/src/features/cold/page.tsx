import { useApi } from '@fairlead/calls';
import { Note } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { columns } from './columns.tsx';
import { ProposePanel } from './ProposePanel.tsx';
import { SpendPanel } from './SpendPanel.tsx';
import { coldTexts as t } from './texts.ts';
import { SafeHead, WalletHead } from './WalletHead.tsx';

/** What the treasury says is missing in a hot wallet. */
const DEFAULTS = { amount: '' } as const;
const BITCOIN_SCALE = 8;
const PAGE_LIMIT = 20;
const POLL_MS = 15_000;
/** Each asks the node for every address of the wallet. */
const WALLET_POLL_MS = 120_000;

/** What the cold wallets have, and the payments from them that operators sign. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const { amount } = filters.values;
  const mayPropose = useMay('proposeColdSpend');
  const record = useRecord(amount !== '' && mayPropose);
  const { close } = record;
  const request = { page: filters.page, limit: PAGE_LIMIT };
  const spends = useApi('operatorColdSpends', request, { pollMs: POLL_MS, keepPrevious: true });
  const answer = useApi('operatorColdWallet', {}, { pollMs: WALLET_POLL_MS }).data;
  const { wallet, safe } = answer ?? {};
  const payable = [
    ...(wallet === undefined ? [] : [{ currency: 'BTC', scale: BITCOIN_SCALE, hot: wallet.hot }]),
    ...(safe?.balances ?? []),
  ];
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      add={{ act: 'proposeColdSpend', label: t.propose.button, isDisabled: payable.length === 0 }}
      list={listed({
        label: t.payments,
        columns,
        query: spends,
        rowId: ({ id }) => id,
        empty: t.empty,
        onPage: filters.setPage,
        panel: (row) =>
          row ? (
            <SpendPanel key={row.id} row={row} onClose={close} />
          ) : (
            payable.length > 0 && <ProposePanel payable={payable} amount={amount} onClose={close} />
          ),
      })}
    >
      {wallet && <WalletHead wallet={wallet} />}
      {safe && <SafeHead safe={safe} />}
      {answer !== undefined && payable.length === 0 && <Note kind="info">{t.unset}</Note>}
    </ListPage>
  );
}
