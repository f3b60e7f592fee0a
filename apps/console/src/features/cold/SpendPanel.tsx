import { useApi } from '@fairlead/calls';
import type { ColdSpendView } from '@fairlead/contract';
import { Address, Button, formatDate, Note } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { saveFile } from '../../data/download.ts';
import { CopyButton, Transaction } from '../../parts/CopyButton.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StatusBadge } from './columns.tsx';
import { bytesOf } from './model.ts';
import { SpendActs } from './SpendActs.tsx';
import { coldTexts as t } from './texts.ts';

const time = (ms: number) => formatDate(ms, 'full', 'en');
const money = (amount: string) => formatMoney(amount, 'BTC');

/** A payment: whom it pays, who has signed, its file, and what is brought back signed. */
export function SpendPanel({ row, onClose }: { row: ColdSpendView; onClose: () => void }) {
  const { id, status, signed } = row;
  return (
    <Panel
      title={t.panel(id)}
      badge={<StatusBadge status={status} />}
      onClose={onClose}
      footer={status === 'signing' && <SpendActs row={row} onClose={onClose} />}
    >
      <Note kind={status === 'failed' ? 'bad' : 'info'}>{t.said[status]}</Note>
      <Address className="my-4" value={row.address} />
      <Facts
        facts={[
          [t.facts.amount, money(row.amount)],
          [t.facts.fee, money(row.fee)],
          [t.facts.change, money(row.change)],
          [t.facts.coins, row.coins],
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
      <Transaction id={row.tx_id} />
      <hr />
      <h3>{`${t.signatures}: ${t.signedOf(signed.length, row.required)}`}</h3>
      {signed.length === 0 && <p className="text-muted">{t.noSignature}</p>}
      <ul>
        {signed.map(({ number, fingerprint, operator, time: at }) => (
          <li key={number}>
            {t.keyNumber(number)} <span className="font-mono text-12">{fingerprint}</span>{' '}
            <span className="text-muted">{t.broughtBy(operator, time(at))}</span>
          </li>
        ))}
      </ul>
      {status === 'signing' && <File id={id} count={signed.length} />}
    </Panel>
  );
}

/** What the next operator signs, with the signatures that there are. */
function File({ id, count }: { id: number; count: number }) {
  const { data } = useApi('operatorColdSpend', { id });
  if (data === undefined) return null;
  const name = `cold-payment-${id}-${count}.psbt`;
  return (
    <div className="con-acts mt-4">
      <Button
        size={44}
        icon="download"
        onClick={() => saveFile(name, bytesOf(data.psbt), 'application/octet-stream')}
      >
        {t.download}
      </Button>
      <CopyButton text={data.psbt} label={t.copy} />
    </div>
  );
}
