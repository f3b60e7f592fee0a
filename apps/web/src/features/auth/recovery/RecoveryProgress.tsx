import { Loaded, LoadingCard, useAction, useApi } from '@fairlead/calls';
import { sendFileTo } from '@fairlead/client';
import type { Recovery, ResponseOf } from '@fairlead/contract';
import { ROUTE_PATHS } from '@fairlead/contract/paths';
import { Button, formatDate, Note } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { IdentityPhotos } from '../../../app/parts/IdentityPhotos.tsx';
import type { SendPicture } from '../../../data/upload.ts';
import { checkReset, type ResetValues } from '../model.ts';
import { PasswordPair } from '../PasswordPair.tsx';
import { useAuthForm } from '../use-auth-form.ts';
import { recoveryOptions } from './RecoveryCalls.tsx';
import { forgetRecovery } from './token.ts';

/** Operators look in their own time, and the end of the wait needs nobody's tap. */
const LOOK_MS = 30_000;

export type Recovered = ResponseOf<'finishRecovery'>;

/** How far it is, and what is to be done next. */
export function RecoveryProgress({ onDone }: { onDone: (done: Recovered) => void }) {
  const t = useTranslations('security.recovery');
  const query = useApi('recovery', {}, { freshForMs: 0, pollMs: LOOK_MS });
  return (
    <Loaded query={query} loading={<LoadingCard lines={3} height={160} />}>
      {(recovery) => (
        <div className="grid gap-4">
          <Step recovery={recovery} onDone={onDone} />
          <Button block onClick={() => forgetRecovery({ hasEnded: false })}>
            {t('giveUp')}
          </Button>
        </div>
      )}
    </Loaded>
  );
}

function Step({ recovery, onDone }: { recovery: Recovery; onDone: (done: Recovered) => void }) {
  const t = useTranslations('security.recovery');
  const locale = useLocale();
  const { state, ready_at: readyAt = 0 } = recovery;
  if (state === 'identity') return <Photos />;
  if (state === 'ready') return <NewPassword onDone={onDone} />;
  return (
    <Note kind="good">
      <span role="status">
        {state === 'review'
          ? t('review')
          : t('waiting', { time: formatDate(readyAt, 'dayMinute', locale) })}
      </span>
    </Note>
  );
}

const sendPicture: SendPicture = (options) =>
  sendFileTo(recoveryOptions, ROUTE_PATHS.recoveryPhoto[1], {}, options);

function Photos() {
  const t = useTranslations('security.recovery');
  const show = useAction('recoverByIdentity', { invalidates: ['recovery'] });
  return (
    <IdentityPhotos
      lead={t('identityLead')}
      action={t('send')}
      isSending={show.isRunning}
      onSend={(files) => void show.run(files)}
      sendPicture={sendPicture}
    />
  );
}

function NewPassword({ onDone }: { onDone: (done: Recovered) => void }) {
  const t = useTranslations('security.recovery');
  const login = useTranslations('login');
  const form = useAuthForm<ResetValues>({
    initial: { password: '', password_confirmation: '', otp: '' },
    check: (values) => checkReset(values, { needsOtp: false }),
  });
  const finish = useAction('finishRecovery', { onSuccess: onDone, onError: form.refuse });
  const send = async ({ password, password_confirmation }: ResetValues) => {
    await finish.run({ password, password_confirmation });
  };
  return (
    <form {...form.props(send)}>
      <p className="text-secondary">{t('ready')}</p>
      <PasswordPair
        label={login('newPassword')}
        password={form.text('password')}
        confirmation={form.text('password_confirmation')}
      />
      <Button className="mt-6" type="submit" variant="main" block busy={finish.isRunning}>
        {login('forget.save')}
      </Button>
    </form>
  );
}
