import { useAction, useForm } from '@fairlead/calls';
import { Badge, Button, Card, KeyValues, Note, PasswordField, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { FactorField } from '../../app/parts/FactorField.tsx';
import { updateUser, useUser } from '../../data/account/session.ts';
import { useLock } from '../../data/account/use-lock.ts';
import { isFactor } from './model.ts';
import { PauseNote } from './PauseNote.tsx';

/** From here on new codes are advised. */
const FEW_CODES = 3;

/** It is on: what is left of the recovery codes, and the way to turn it off. */
export function OtpOn({ codesLeft }: { codesLeft: number }) {
  const t = useTranslations('security');
  return (
    <div className="grid gap-5 gutter pt-1 pb-8">
      <Card>
        <div className="flex items-start justify-between gap-3">
          <p>{t('otp.isOn')}</p>
          <Badge kind="good">{t('on')}</Badge>
        </div>
        <KeyValues
          className="mt-3"
          rows={[{ id: 'left', label: t('otp.left'), value: String(codesLeft) }]}
        />
        {codesLeft <= FEW_CODES && (
          <Note kind="warn" className="mt-3">
            {t('otp.few')}
          </Note>
        )}
      </Card>
      <OtpOff />
    </div>
  );
}

function OtpOff() {
  const t = useTranslations('security');
  const login = useTranslations('login');
  const user = useUser();
  const form = useForm(
    { password: '', otp: '' },
    {
      check: ({ password, otp }) => ({
        ...(password === '' && { password: t('invalid.login') }),
        ...(!isFactor(otp) && { otp: t('invalid.factor') }),
      }),
      about: { password_wrong: 'password', code_wrong: 'otp' },
    },
  );
  const lock = useLock();
  const disable = useAction('disableOtp', {
    invalidates: ['security', 'center', 'withdrawalInfo'],
    onSuccess: () => {
      if (user !== undefined) updateUser({ ...user, has_otp: false });
      toast({ kind: 'good', text: t('otp.doneOff') });
    },
    onError: (error) => lock.take(error) || form.refuse(error),
  });
  return (
    <form
      {...form.props(({ password, otp }) => disable.run({ password, otp: otp.trim() }))}
      className="grid gap-4"
    >
      <h2 className="text-16 font-strong">{t('otp.turnOffTitle')}</h2>
      <PasswordField
        size={52}
        label={t('loginPassword')}
        showLabel={login('showPassword')}
        hideLabel={login('hidePassword')}
        {...form.text('password')}
        disabled={disable.isRunning}
      />
      <FactorField takesRecovery {...form.value('otp')} disabled={disable.isRunning} />
      {lock.isLocked && (
        <Note kind="warn">
          <span role="status">{lock.text}</span>
        </Note>
      )}
      <PauseNote />
      <Button
        type="submit"
        variant="danger"
        block
        busy={disable.isRunning}
        disabled={lock.isLocked}
      >
        {t('otp.turnOff')}
      </Button>
    </form>
  );
}
