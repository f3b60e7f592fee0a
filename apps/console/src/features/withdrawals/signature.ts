/** Whether what a record shows is what its owner's passkey signed: the hash is made here, of what stands on the screen. */
import type { OperatorWithdrawal } from '@fairlead/contract';
import { intentText } from '@fairlead/contract/intent';
import { useEffect, useState } from 'react';
import { challengeOf } from '../../data/passkey.ts';

/** `unchecked`: a page that is not secure cannot hash; then it is the exchange's word alone. */
export type Standing = 'none' | 'missing' | 'checking' | 'right' | 'unchecked' | 'wrong';

const unsigned = (row: OperatorWithdrawal): Standing =>
  row.is_signature_missing === true ? 'missing' : 'none';

/** The challenge that was signed, base64url; undefined for what cannot be read. */
function signedChallenge(clientData: string): string | undefined {
  try {
    const text = atob(clientData.replaceAll('-', '+').replaceAll('_', '/'));
    const { challenge }: { challenge?: unknown } = JSON.parse(text);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

async function standingOf(row: OperatorWithdrawal): Promise<Standing> {
  const { signed } = row;
  if (signed === undefined) return unsigned(row);
  if (!signed.is_right) return 'wrong';
  if (globalThis.crypto?.subtle === undefined) return 'unchecked';
  const text = intentText({
    version: 1,
    kind: 'withdrawal',
    deployment: signed.deployment,
    owner: row.user_id,
    currency: row.currency,
    chain: row.chain,
    address: row.address,
    card: signed.card,
    amount: row.receipt_amount,
    fee: row.fee,
    nonce: signed.nonce,
  });
  const challenge = await challengeOf(text);
  return signedChallenge(signed.client_data) === challenge ? 'right' : 'wrong';
}

/** What is changed, or not looked at yet, is approved by nobody. */
export const isStopped = (standing: Standing): boolean =>
  standing === 'wrong' || standing === 'missing' || standing === 'checking';

export function useStanding(row: OperatorWithdrawal): Standing {
  const [found, setFound] = useState<{ readonly row: OperatorWithdrawal; readonly is: Standing }>();
  useEffect(() => {
    let isOver = false;
    void standingOf(row).then((is) => {
      if (!isOver) setFound({ row, is });
    });
    return () => {
      isOver = true;
    };
  }, [row]);
  if (row.signed === undefined) return unsigned(row);
  return found?.row === row ? found.is : 'checking';
}
