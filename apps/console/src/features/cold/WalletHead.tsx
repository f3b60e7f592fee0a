import type { ColdSafeView, ColdWalletView } from '@fairlead/contract';
import { Address, MISSING, Note } from '@fairlead/ui';
import { formatExact, formatMoney } from '../../books/amounts.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { coldTexts } from './texts.ts';

const t = coldTexts.head;
const shown = (amount: string | undefined) => amount ?? MISSING;
const bitcoin = (amount: string | undefined) =>
  amount === undefined ? undefined : formatMoney(amount, 'BTC');

/** What the cold wallet and the hot ones hold, by the node, and how to fill the cold one. */
export function WalletHead({ wallet }: { wallet: ColdWalletView }) {
  const { receive, unlisted } = wallet;
  return (
    <div className="grid gap-3 py-3">
      {receive === undefined && <Note kind="bad">{coldTexts.away}</Note>}
      {unlisted !== undefined && (
        <Note kind="info">{coldTexts.unlisted(formatExact(unlisted))}</Note>
      )}
      <Held wallet={wallet} />
      {receive && (
        <section aria-label={t.receive}>
          <h3>{t.receive}</h3>
          <Address value={receive.address} />
          <p className="text-12 text-muted">{t.receiveHint(receive.index)}</p>
        </section>
      )}
      <section aria-label={t.keys}>
        <h3>{t.keys}</h3>
        <ul>
          {wallet.keys.map(({ number, fingerprint, path }) => (
            <li key={number}>
              {coldTexts.keyNumber(number)}{' '}
              <span className="font-mono text-12">{`${fingerprint}/${path}`}</span>
            </li>
          ))}
        </ul>
        <CopyButton text={wallet.descriptor} label={t.copyDescriptor} />
      </section>
    </div>
  );
}

function Held({ wallet }: { wallet: ColdWalletView }) {
  const { required, keys, balance, held, hot } = wallet;
  const rows = [
    {
      ...{ key: 'cold', name: t.cold(required, keys.length) },
      ...{ balance: bitcoin(balance), held: bitcoin(held) },
    },
    ...hot.map(({ address, balance: each }) => ({
      ...{ key: address, address, balance: bitcoin(each) },
    })),
  ];
  return <HeldTable label={t.label} rows={rows} />;
}

interface HeldRow {
  key: string;
  /** A hot wallet's; others have a name. */
  address?: string;
  name?: string;
  balance?: string | undefined;
  held?: string | undefined;
}

function HeldTable({ label, rows }: { label: string; rows: readonly HeldRow[] }) {
  return (
    <div className="relative overflow-x-auto">
      <table className="con-mini" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t.wallet}</th>
            <th scope="col">{t.holds}</th>
            <th scope="col">{t.held}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, address, name, balance, held }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {address !== undefined && (
                  <>
                    {t.hot} <span className="font-mono text-12 break-all">{address}</span>
                  </>
                )}
              </th>
              <td>{shown(balance)}</td>
              <td>{shown(held)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a Safe and the hot wallets hold, by currency. */
function SafeHeld({ balances, name }: { balances: ColdSafeView['balances']; name: string }) {
  const rows = balances.flatMap(({ currency, balance, held, hot }) => {
    const money = (amount: string | undefined) =>
      amount === undefined ? undefined : formatMoney(amount, currency);
    return [
      { key: currency, name, balance: money(balance), held: money(held) },
      ...hot.map(({ address, balance: each }) => ({
        ...{ key: `${currency} ${address}`, address, balance: money(each) },
      })),
    ];
  });
  return <HeldTable label={coldTexts.safe.label} rows={rows} />;
}

/** A Safe: who owns it, who else has power over it, and what it and the hot wallets hold. */
export function SafeHead({ safe }: { safe: ColdSafeView }) {
  const { address, version, required, owners, nonce, findings, balances } = safe;
  const said = coldTexts.safe;
  const isKnown = required !== undefined && owners !== undefined && nonce !== undefined;
  return (
    <div className="grid gap-3 py-3">
      {findings === undefined && <Note kind="bad">{said.away}</Note>}
      {findings?.map(({ kind, address: by }) => (
        <Note key={`${kind} ${by}`} kind="bad">
          {said.findings[kind]} {by !== undefined && <b className="break-all">{by}</b>}
        </Note>
      ))}
      <SafeHeld balances={balances} name={said.title(version)} />
      <section aria-label={said.title(version)}>
        <h3>{said.title(version)}</h3>
        <Address value={address} />
        {isKnown && (
          <p className="text-12 text-muted">{said.hint(required, owners.length, nonce)}</p>
        )}
      </section>
      {isKnown && (
        <section aria-label={said.owners}>
          <h3>{said.owners}</h3>
          <ul>
            {owners.map((owner) => (
              <li key={owner} className="font-mono text-12 break-all">
                {owner}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
