import { useAction } from '@fairlead/calls';
import { Button, Confirm, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

export interface EndShareProps {
  id: number;
  /** The other side. */
  name: string;
  /** Whether one gave it, or reads with it. */
  isGiven: boolean;
}

/** Ends a share after a question: from either side, at once. */
export function EndShare({ id, name, isGiven }: EndShareProps) {
  const t = useTranslations('sharing');
  const common = useTranslations('common');
  const [isAsked, ask] = useState(false);
  const end = useAction('endAccountShare', {
    invalidates: ['accountShares', 'securityActs'],
    onSuccess: () => {
      ask(false);
      toast({ kind: 'good', text: t('ended') });
    },
  });
  const label = t(isGiven ? 'end' : 'giveUp');
  return (
    <>
      <Button size={44} variant="text" onClick={() => ask(true)}>
        {label}
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={ask}
        title={t(isGiven ? 'endTitle' : 'leaveTitle')}
        cancelLabel={common('cancel')}
        confirmLabel={label}
        busy={end.isRunning}
        onConfirm={() => void end.run({ id })}
      >
        {t(isGiven ? 'endDetail' : 'leaveDetail', { name })}
      </Confirm>
    </>
  );
}
