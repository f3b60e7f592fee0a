import { useAction } from '@fairlead/calls';
import { Button, formatDate, toast } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { Facts } from '../../parts/Facts.tsx';
import type { SystemState } from './model.ts';
import { Section } from './Sections.tsx';
import { systemTexts } from './texts.ts';

const t = systemTexts.trading;

export type TradingAct = 'stop' | 'resume';

interface TradingSectionProps {
  state: SystemState;
  onAct: (act: TradingAct) => void;
}

/** Whether orders are taken, why not, and the brake. */
export function TradingSection({ state: { trading }, onAct }: TradingSectionProps) {
  const { mode, cause, reason, since, is_recounting, is_resumable } = trading;
  const mayStop = useMay('stopTrading');
  const isStopped = mode === 'cancel_only';
  const recount = useAction('recountBooks', {
    invalidates: ['system'],
    onSuccess: () => toast({ text: t.recounted }),
  });
  const isHeld = isStopped && cause === 'drift';
  return (
    <Section title={t.title}>
      <p className="con-sum mb-2" data-bad={isStopped ? '' : undefined}>
        <b>{isStopped ? t.stopped : t.open}</b>
      </p>
      {isStopped && cause !== undefined && (
        <Facts
          facts={[
            [t.since, formatDate(since, 'full', 'en')],
            [t.cause, t.causes[cause]],
            [t.reason, reason],
          ]}
        />
      )}
      {isStopped && <p className="mt-3 text-12 text-muted">{isHeld ? t.held : t.lead}</p>}
      {mayStop && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size={44}
            busy={recount.isRunning}
            disabled={is_recounting}
            onClick={() => void recount.run({})}
          >
            {is_recounting ? t.recounting : t.recount}
          </Button>
          {isStopped ? (
            <Button
              size={44}
              variant="main"
              disabled={!is_resumable}
              onClick={() => onAct('resume')}
            >
              {t.resume}
            </Button>
          ) : (
            <Button size={44} variant="danger" onClick={() => onAct('stop')}>
              {t.stop}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
