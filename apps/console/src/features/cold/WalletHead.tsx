import type { ColdWalletView } from '@fairlead/contract';
import { Address, MISSING, Note } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { coldTexts } from './texts.ts';

const t = coldTexts.head;
const shown = (amount: string | undefined) =>
  amount === undefined ? MISSING : formatExact(amount);

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
  return (
    <div className="relative overflow-x-auto">
      <table className="con-mini" aria-label={t.label}>
        <thead>
          <tr>
            <th scope="col">{t.wallet}</th>
            <th scope="col">{t.holds}</th>
            <th scope="col">{t.held}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t.cold(required, keys.length)}</th>
            <td>{shown(balance)}</td>
            <td>{shown(held)}</td>
          </tr>
          {hot.map((each) => (
            <tr key={each.address}>
              <th scope="row">
                {t.hot} <span className="font-mono text-12 break-all">{each.address}</span>
              </th>
              <td>{shown(each.balance)}</td>
              <td>{MISSING}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
