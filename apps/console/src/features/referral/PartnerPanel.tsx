import { useAction } from '@fairlead/calls';
import { Button, formatDate, formatExactShare, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../data/acts.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import type { PartnerRow } from './columns.tsx';
import { PARTNER_READS, PartnerForm } from './PartnerForm.tsx';
import { referralTexts as t } from './texts.ts';

type Step = 'view' | 'set' | 'remove';

export interface PartnerPanelProps {
  /** Undefined for a new one. */
  row: PartnerRow | undefined;
  onClose: () => void;
}

/** One partner: the share, changing it, and taking it away; or a new one. */
export function PartnerPanel({ row, onClose }: PartnerPanelProps) {
  const [step, setStep] = useState<Step>(row === undefined ? 'set' : 'view');
  const back = () => (row === undefined ? onClose() : setStep('view'));
  const remove = useAction('savePartner', {
    invalidates: PARTNER_READS,
    onSuccess: ({ user_id: userId }) => {
      toast({ text: t.removed(userId) });
      onClose();
    },
  });
  useShortcuts({ Escape: back }, step !== 'view');
  const form = <PartnerForm row={row} onDone={back} onBack={back} />;
  if (row === undefined)
    return (
      <Panel title={t.newPartner} onClose={onClose}>
        {form}
      </Panel>
    );
  return (
    <Panel
      title={t.panel(row.user_id)}
      onClose={onClose}
      footer={
        <>
          {step === 'view' && <Buttons onStep={setStep} />}
          {step === 'set' && form}
          {step === 'remove' && (
            <ReasonForm
              submitLabel={t.removeSubmit(row.user_id)}
              hint={t.removeHint}
              isDanger
              isBusy={remove.isRunning}
              onBack={back}
              onSubmit={(reason) => void remove.run({ user_id: row.user_id, reason })}
            />
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t.partner.user, `${row.user}, ${row.user_id}`],
          [t.partner.ratio, formatExactShare(row.ratio)],
          [t.partner.invitees, row.invite_count.toLocaleString('en')],
          [t.partner.since, formatDate(row.since, 'dayMinute', 'en')],
        ]}
      />
      <p className="con-links mt-4">
        <Link to={`/users?open=${row.user_id}`}>{t.userLink}</Link>
      </p>
    </Panel>
  );
}

function Buttons({ onStep }: { onStep: (step: Step) => void }) {
  const mayEdit = useMay('savePartner');
  if (!mayEdit) return <Note>{t.readsOnly}</Note>;
  return (
    <div className="con-two">
      <Button variant="danger" size={44} onClick={() => onStep('remove')}>
        {t.remove}
      </Button>
      <Button size={44} onClick={() => onStep('set')}>
        {t.set}
      </Button>
    </div>
  );
}
