import type { ApiError } from '@fairlead/client';
import { Badge, Button, Card, Field, KeyValues, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { updateUser, useUser } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { useFieldErrors } from '../../data/use-field-errors.ts';
import { useLock } from '../../data/use-lock.ts';
import { isFactor } from './model.ts';

type OffField = 'password' | 'otp';
const FIELDS = ['password', 'otp'] as const;
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
  const [values, setValues] = useState({ password: '', otp: '' });
  const errors = useFieldErrors<OffField>(FIELDS);
  const lock = useLock();
  const refused = (error: ApiError): boolean => {
    if (lock.take(error)) return true;
    if (error.code === 'password_wrong') return errors.show({ password: error.message });
    if (error.code === 'code_wrong') return errors.show({ otp: error.message });
    return errors.showFields(error.fields);
  };
  const disable = useAction('disableOtp', {
    invalidates: ['security', 'center', 'withdrawalInfo'],
    onSuccess: () => {
      if (user !== undefined) updateUser({ ...user, has_otp: false });
      toast({ kind: 'good', text: t('otp.doneOff') });
    },
    onError: refused,
  });
  const change = (field: OffField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    errors.forget(field);
  };
  const submit = () => {
    const problems = {
      ...(values.password === '' && { password: t('invalid.login') }),
      ...(!isFactor(values.otp) && { otp: t('invalid.factor') }),
    };
    if (!errors.show(problems))
      void disable.run({ password: values.password, otp: values.otp.trim() });
  };
  return (
    <form
      ref={errors.form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 className="text-16 font-strong">{t('otp.turnOffTitle')}</h2>
      <PasswordField
        size={52}
        label={t('loginPassword')}
        showLabel={login('showPassword')}
        hideLabel={login('hidePassword')}
        value={values.password}
        error={errors.of('password')}
        disabled={disable.isRunning}
        onChange={(event) => change('password', event.target.value)}
      />
      <Field
        size={52}
        label={login('factor')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={values.otp}
        error={errors.of('otp')}
        disabled={disable.isRunning}
        onChange={(event) => change('otp', event.target.value)}
      />
      {lock.isLocked && (
        <Note kind="warn">
          <span role="status">{lock.text}</span>
        </Note>
      )}
      <Note kind="warn">{t('pause')}</Note>
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
