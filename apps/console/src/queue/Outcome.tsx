import { Note } from '@fairlead/ui';
import { queueTexts as t } from '../texts/queue.ts';

export interface OutcomeProps {
  /** Names of who approved or decided, as far as known. */
  names: readonly string[];
  /** While it is being looked up. */
  isLooking: boolean;
}

/** In place of the buttons when somebody else was faster. */
export function Outcome({ names, isLooking }: OutcomeProps) {
  if (isLooking) return <Note>{t.looking}</Note>;
  return (
    <div role="status">
      <Note kind="warn">
        {names.length === 0 ? t.decidedMeanwhile : t.decidedBy(names.join(', '))}
      </Note>
    </div>
  );
}
