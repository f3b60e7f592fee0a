import { useApi } from '@fairlead/calls';
import type { ColdSpendView } from '@fairlead/contract';
import { Address, Button } from '@fairlead/ui';
import { saveFile } from '../../data/download.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { coldTexts } from './texts.ts';

const t = coldTexts.file;

/** What owners sign and hardware shows of it; once enough have, what the Safe is called with. */
export function SafeFile({ row }: { row: ColdSpendView }) {
  const { id, status, tx_id: hash } = row;
  const { data } = useApi('operatorColdSpend', { id });
  if (data?.typed_data === undefined) return null;
  const { typed_data: file, domain_hash: domain, message_hash: message, call } = data;
  return (
    <>
      {call !== undefined && <Sending row={row} call={call} />}
      <h3 className="mt-4">{t.title}</h3>
      <Hash label={t.domain} value={domain} />
      <Hash label={t.message} value={message} />
      <Hash label={t.hash} value={hash} />
      {status === 'signing' && (
        <div className="con-acts mt-4">
          <Button
            size={44}
            icon="download"
            onClick={() =>
              saveFile(
                `safe-payment-${id}.json`,
                new TextEncoder().encode(file),
                'application/json',
              )
            }
          >
            {t.download}
          </Button>
          <CopyButton text={file} label={t.copy} />
        </div>
      )}
    </>
  );
}

function Sending({ row, call }: { row: ColdSpendView; call: string }) {
  const { safe, nonce = 0 } = row;
  const said = coldTexts.send;
  return (
    <section aria-label={said.title}>
      <h3 className="mt-4">{said.title}</h3>
      <p className="text-muted">
        {said.hint} {said.before(nonce)}
      </p>
      {safe !== undefined && <Address className="my-4" value={safe} />}
      <CopyButton text={call} label={said.copy} />
    </section>
  );
}

function Hash({ label, value }: { label: string; value: string | undefined }) {
  return (
    <p>
      <span className="text-12 text-muted">{label}</span>
      <br />
      <span className="font-mono text-12 break-all">{value}</span>
    </p>
  );
}
