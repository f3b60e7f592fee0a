import { Button, Strip } from '@fairlead/ui';
import { startSession } from '../data/session.ts';
import { usePasskeyLogin } from '../features/account/PasskeyStep.tsx';
import { shellTexts as t } from './texts.ts';

/** The provider's word only reads; the operator's own passkey opens what acts, in its place. */
export function StepUp() {
  const { logIn, failure, isBusy } = usePasskeyLogin(startSession);
  return (
    <Strip kind="stale">
      {failure ?? t.readsBySso}{' '}
      <Button variant="text" size={36} busy={isBusy} onClick={() => void logIn()}>
        {t.stepUp}
      </Button>
    </Strip>
  );
}
