import { Button, formatDate, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useShortcuts } from '../../app/shortcuts.ts';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { plain } from '../../terms/model.ts';
import { referralTexts as t } from '../../texts/referral.ts';
import { type PartnerRow, shareOf } from './columns.tsx';
import { PartnerForm } from './PartnerForm.tsx';

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
  const save = useAction('savePartner', {
    invalidates: ['partners', 'operatorReferral', 'operatorUser', 'operatorUsers'],
    onSuccess: ({ user_id, ratio }) => {
      toast({ text: ratio === undefined ? t.removed(user_id) : t.done(user_id, shareOf(ratio)) });
      if (row === undefined || ratio === undefined) onClose();
      else setStep('view');
    },
    // A name that is not there is said at its field, where there is one.
    onError: ({ code, fields }) =>
      (code === 'not_found' && row === undefined) || Object.keys(fields).length > 0,
  });
  useShortcuts({ Escape: back }, step !== 'view');
  const form = (
    <PartnerForm
      userId={row?.user_id}
      ratio={row === undefined ? '' : plain(row.ratio)}
      isBusy={save.isRunning}
      refused={{
        ...save.error?.fields,
        ...(save.error?.code === 'not_found' && { user_id: t.unknownUser }),
      }}
      onSubmit={(draft) => void save.run(draft)}
      onBack={back}
    />
  );
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
              isBusy={save.isRunning}
              onBack={back}
              onSubmit={(reason) => void save.run({ user_id: row.user_id, reason })}
            />
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t.partner.user, `${row.user}, ${row.user_id}`],
          [t.partner.ratio, shareOf(row.ratio)],
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
