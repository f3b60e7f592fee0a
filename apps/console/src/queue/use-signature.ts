/** What an operator passes is signed by their passkey, where they have one. */
import { ApiError } from '@fairlead/client';
import type { ApprovalDraft } from '@fairlead/contract/operator-intent';
import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { type ApprovalSignature, isDismissed, signApproval } from '../data/passkey.ts';
import { errorText } from '../data/query.ts';
import { useMe } from '../data/use-config.ts';
import { queueTexts } from './texts.ts';

export interface Signing {
  /** What goes with the decision: nothing without a passkey; undefined where it was not signed, which is said. */
  readonly sign: (draft: ApprovalDraft) => Promise<ApprovalSignature | object | undefined>;
  readonly isSigning: boolean;
}

export function useSignature(): Signing {
  const { data: me } = useMe();
  const [isSigning, setSigning] = useState(false);
  const sign: Signing['sign'] = async (draft) => {
    if (isSigning || me === undefined) return undefined;
    if (!me.has_passkey) return {};
    setSigning(true);
    try {
      return await signApproval(me.id, draft);
    } catch (error) {
      const text = error instanceof ApiError ? errorText(error) : queueTexts.notSigned;
      toast({ kind: 'bad', text: isDismissed(error) ? queueTexts.notSigned : text });
      return undefined;
    } finally {
      setSigning(false);
    }
  };
  return { sign, isSigning };
}
