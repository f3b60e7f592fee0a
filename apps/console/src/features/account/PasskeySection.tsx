import { Loaded, LoadingRows, useApi, useForm } from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import type { Passkey } from '@fairlead/contract';
import { Button, Field, formatDate, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { callApi } from '../../data/api.ts';
import { askPasskey, isDismissed, makePasskey, usePasskeyPlace } from '../../data/passkey.ts';
import { refresh } from '../../data/query.ts';
import { startSession } from '../../data/session.ts';
import type { Me } from '../../data/use-config.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { loginTexts } from './login-texts.ts';
import { PasskeyElsewhere } from './PasskeyStep.tsx';
import { passkeyFailure } from './passkey-failure.ts';
import { accountTexts as t } from './texts.ts';

type Step = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly passkey: Passkey };

/** The own passkeys: added with everything that opens the account now, removed with a passkey. */
export function PasskeySection({ me }: { me: Me }) {
  const place = usePasskeyPlace();
  const list = useApi('operatorPasskeys', {});
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  return (
    <section className="con-section">
      <h2>{t.passkeysTitle}</h2>
      {!me.has_passkey && me.has_otp && <Note kind="warn">{t.passkeyInstead}</Note>}
      <p className="text-muted">{t.passkeysLead}</p>
      <Loaded query={list} loading={<LoadingRows count={1} mark={false} />}>
        {(passkeys) => (
          <ul className="con-passkeys">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <span>
                  <span className="font-medium">{passkey.name}</span>
                  <small className="block text-muted">{usedText(passkey)}</small>
                </span>
                {place === 'here' && (passkeys.length > 1 || me.demo) && (
                  <Button size={36} onClick={() => setStep({ kind: 'remove', passkey })}>
                    {t.remove}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {place === 'elsewhere' && <PasskeyElsewhere />}
      {place === 'here' && step === undefined && (
        <Button size={44} onClick={() => setStep({ kind: 'add' })}>
          {t.addPasskey}
        </Button>
      )}
      {step?.kind === 'add' && <AddForm me={me} onDone={close} />}
      {step?.kind === 'remove' && <RemoveForm passkey={step.passkey} onDone={close} />}
    </section>
  );
}

function usedText({ created_at, last_used_at, is_synced }: Passkey): string {
  const times =
    last_used_at === undefined
      ? t.added(formatDate(created_at, 'dayMinute', 'en'))
      : t.used(formatDate(last_used_at, 'dayMinute', 'en'));
  return is_synced ? `${times} · ${t.synced}` : times;
}

/** Runs what asks for a passkey; gives whether it was done, and what is said where not. */
function usePasskeyAct(act: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (refuse: (error: ApiError) => boolean) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      const isShown = error instanceof ApiError && refuse(error);
      if (!isShown && !isDismissed(error)) setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, failure };
}

const EYE = { showLabel: loginTexts.showPassword, hideLabel: loginTexts.hidePassword };

function AddForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const form = useForm(
    { label: '', password: '', otp: '' },
    {
      check: ({ label, password, otp }) => ({
        ...(label.trim() === '' && { label: loginTexts.passkeyNameMissing }),
        ...(password === '' && { password: t.missing }),
        ...(me.has_otp && otp.trim() === '' && { otp: t.codeMissing }),
      }),
      about: { login_failed: 'password', code_wrong: 'otp' },
    },
  );
  const { label, password, otp } = form.draft;
  const add = usePasskeyAct(async () => {
    const proof = {
      name: me.name,
      password,
      ...(me.has_passkey && { credential: await askPasskey() }),
      ...(me.has_otp && { otp: otp.trim() }),
    };
    const token = await makePasskey(proof, label.trim());
    // The session that it opened takes the place of this one.
    startSession(token);
    toast({ text: t.passkeyAdded });
    onDone();
  });
  return (
    <form className="con-form" {...form.props(() => add.run(form.refuse))}>
      {me.has_passkey && <p className="text-muted">{t.addSteps}</p>}
      {add.failure !== undefined && (
        <div role="alert">
          <Note kind="bad">{add.failure}</Note>
        </div>
      )}
      <Field
        label={loginTexts.passkeyName}
        hint={loginTexts.passkeyNameHint}
        maxLength={60}
        autoFocus
        {...form.text('label')}
      />
      <PasswordField {...EYE} label={loginTexts.password} {...form.text('password')} />
      {me.has_otp && <Field label={t.code} hint={t.codeHint} {...form.text('otp')} />}
      <Acts label={loginTexts.make} isBusy={add.isBusy} onBack={onDone} />
    </form>
  );
}

function RemoveForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm(
    { password: '' },
    {
      check: ({ password }) => ({ password: password === '' ? t.missing : undefined }),
      about: { password_wrong: 'password' },
    },
  );
  const { password } = form.draft;
  const remove = usePasskeyAct(async () => {
    const credential = await askPasskey();
    await callApi('removeOperatorPasskey', { id: passkey.id, password, credential });
    refresh(['operatorPasskeys', 'operatorMe']);
    toast({ text: t.passkeyRemoved(passkey.name) });
    onDone();
  });
  return (
    <form className="con-form" {...form.props(() => remove.run(form.refuse))}>
      <p className="text-muted">{t.removeLead(passkey.name)}</p>
      {remove.failure !== undefined && (
        <div role="alert">
          <Note kind="bad">{remove.failure}</Note>
        </div>
      )}
      <PasswordField {...EYE} label={loginTexts.password} autoFocus {...form.text('password')} />
      <Acts label={t.removeSubmit} isBusy={remove.isBusy} onBack={onDone} />
    </form>
  );
}

function Acts({ label, isBusy, onBack }: { label: string; isBusy: boolean; onBack: () => void }) {
  return (
    <div className="con-two">
      <Button size={44} onClick={onBack}>
        {sharedTexts.back}
      </Button>
      <Button type="submit" variant="main" size={44} busy={isBusy}>
        {label}
      </Button>
    </div>
  );
}
