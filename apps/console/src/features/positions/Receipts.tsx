import { ReceiptLink } from '../../parts/cells.tsx';
import { positionTexts as t } from './texts.ts';

/** The receipts that there are, each by what it is of. */
export function Receipts({
  receipts,
}: {
  receipts: readonly (readonly [name: string, id: number | undefined])[];
}) {
  const known = receipts.filter(([, id]) => id !== undefined);
  if (known.length === 0) return <p className="text-muted">{t.noReceipt}</p>;
  return (
    <dl className="con-masked">
      {known.map(([name, id]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <ReceiptLink id={id} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
