import { useAction } from '@fairlead/calls';
import { Button, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import type { Row } from './columns.tsx';
import { verificationTexts as t } from './texts.ts';

/** Proposes to take back what was passed. */
export function RevokeActs({ row }: { row: Row }) {
  const mayAct = useMay('revokeVerification');
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useAction('revokeVerification', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      toast({ text: t.revoke.proposed(proposal_id) });
      setIsAsking(false);
    },
  });
  if (!mayAct) return null;
  if (!isAsking)
    return (
      <div className="con-acts">
        <Button size={44} onClick={() => setIsAsking(true)}>
          {t.revoke.begin}
        </Button>
      </div>
    );
  return (
    <ReasonForm
      submitLabel={t.revoke.propose}
      hint={t.revoke.hint}
      isBusy={revoke.isRunning}
      onBack={() => setIsAsking(false)}
      onSubmit={(reason) => revoke.run({ id: row.id, reason })}
    />
  );
}
