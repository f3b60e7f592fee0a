import { useApi } from '@fairlead/calls';
import type { ColdSpendView } from '@fairlead/contract';
import { Address, Button, formatDate, MISSING, Note } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { saveFile } from '../../data/download.ts';
import { CopyButton, Transaction } from '../../parts/CopyButton.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StatusBadge } from './columns.tsx';
import { bytesOf } from './model.ts';
import { SafeFile } from './SafeFile.tsx';
import { SpendActs } from './SpendActs.tsx';
import { coldTexts as t } from './texts.ts';

const time = (ms: number) => formatDate(ms, 'full', 'en');

/** A payment: whom it pays, who has signed, its file, and what is brought back signed. */
export function SpendPanel({ row, onClose }: { row: ColdSpendView; onClose: () => void }) {
  const { id, status, signed, chain } = row;
  const isOpen = status === 'signing' || status === 'signed';
  return (
    <Panel
      title={t.panel(id)}
      badge={<StatusBadge status={status} />}
      onClose={onClose}
      footer={isOpen && <SpendActs row={row} onClose={onClose} />}
    >
      <Note kind={status === 'failed' ? 'bad' : 'info'}>{saidOf(row)}</Note>
      <Address className="my-4" value={row.address} />
      <Facts
        facts={[
          [t.facts.amount, formatMoney(row.amount, row.currency)],
          ...partsOf(row),
          [t.facts.by, row.proposed_by],
          [t.facts.expires, time(row.expires_at)],
          [t.facts.reason, row.reason, 'wide'],
          ...(row.ended_by === undefined
            ? []
            : [
                [t.facts.endedBy, row.ended_by] as const,
                [t.facts.endedFor, row.ended_for, 'wide'] as const,
              ]),
        ]}
      />
      {chain === 'OMNI' && <Transaction id={row.tx_id} />}
      {row.carried_by !== undefined && (
        <>
          <h3>{t.carriedBy}</h3>
          <Transaction id={row.carried_by} />
        </>
      )}
      <hr />
      <h3>{`${t.signatures}: ${t.signedOf(signed.length, row.required)}`}</h3>
      {signed.length === 0 && <p className="text-muted">{t.noSignature}</p>}
      <ul>
        {signed.map(({ number, fingerprint, operator, time: at }) => (
          <li key={number}>
            {chain === 'OMNI' ? t.keyNumber(number) : t.ownerNumber(number)}{' '}
            <span className="font-mono text-12 break-all">{fingerprint}</span>{' '}
            <span className="text-muted">{t.broughtBy(operator, time(at))}</span>
          </li>
        ))}
      </ul>
      {chain === 'OMNI' && status === 'signing' && <File id={id} count={signed.length} />}
      {chain === 'ERC20' && (isOpen || status === 'sent') && <SafeFile row={row} />}
    </Panel>
  );
}

const saidOf = ({ chain, status }: ColdSpendView): string =>
  chain === 'ERC20' && (status === 'signing' || status === 'failed')
    ? t.saidOfSafe[status]
    : t.said[status];

/** What only bitcoin has, or only a Safe. */
function partsOf({ currency, fee, change, coins, nonce }: ColdSpendView) {
  const money = (amount: string | undefined) =>
    amount === undefined ? MISSING : formatMoney(amount, currency);
  return nonce === undefined
    ? ([
        [t.facts.fee, money(fee)],
        [t.facts.change, money(change)],
        [t.facts.coins, coins],
      ] as const)
    : ([[t.facts.nonce, nonce]] as const);
}

/** What the next operator signs, with the signatures that there are. */
function File({ id, count }: { id: number; count: number }) {
  const { data } = useApi('operatorColdSpend', { id });
  const psbt = data?.psbt;
  if (psbt === undefined) return null;
  const name = `cold-payment-${id}-${count}.psbt`;
  return (
    <div className="con-acts mt-4">
      <Button
        size={44}
        icon="download"
        onClick={() => saveFile(name, bytesOf(psbt), 'application/octet-stream')}
      >
        {t.download}
      </Button>
      <CopyButton text={psbt} label={t.copy} />
    </div>
  );
}
