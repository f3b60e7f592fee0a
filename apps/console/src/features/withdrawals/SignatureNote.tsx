import type { OperatorWithdrawal } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { useStanding } from './signature.ts';
import { withdrawalTexts as t } from './texts.ts';

/** What the user's passkey says to it: all that it signed stands on this screen, or it is said that it does not. */
export function SignatureNote({ row }: { row: OperatorWithdrawal }) {
  const standing = useStanding(row);
  const { signed } = row;
  if (standing === 'checking')
    return <p className="mt-2 text-12 text-muted">{t.signature.checking}</p>;
  if (standing === 'wrong' || standing === 'missing')
    return (
      <Note kind="bad" className="mt-3">
        {t.signature[standing]}
      </Note>
    );
  if (signed === undefined) return <p className="mt-2 text-12 text-muted">{t.signature.none}</p>;
  return (
    <Note kind={standing === 'right' ? 'good' : 'info'} className="mt-3">
      {standing === 'right' ? t.signature.right : t.signature.unchecked}{' '}
      {t.signature.by(signed.passkey, formatDate(signed.time, 'dayMinute', 'en'))}{' '}
      {signed.is_payee_signed ? t.signature.payee : t.signature.noPayee}
    </Note>
  );
}
