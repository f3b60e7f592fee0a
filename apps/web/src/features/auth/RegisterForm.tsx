import { useAction } from '@fairlead/calls';
import { Button, buttonLook, Checkbox, Field, toast } from '@fairlead/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { LegalSheet } from '../../app/parts/LegalSheet.tsx';
import { startSession } from '../../data/account/session.ts';
import { AccountFields } from './AccountFields.tsx';
import { CodeRow } from './codes/CodeRow.tsx';
import { useCodeRow } from './codes/use-code-row.ts';
import { chooseType, draftStore } from './draft-store.ts';
import { forgetInvitation } from './invitation.ts';
import { type AccountType, checkRegister, type RegisterValues, registerRequest } from './model.ts';
import { PasswordPair } from './PasswordPair.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useIdentity } from './use-identity.ts';

export interface RegisterFormProps {
  carried: string;
  /** From the invitation's link. */
  inviteCode: string;
  closed: readonly AccountType[];
}

/** A new account: proof of phone or e-mail, a password, the agreement. */
export function RegisterForm({ carried, inviteCode, closed }: RegisterFormProps) {
  const t = useTranslations('login');
  const state = useIdentity();
  const { identity } = state;
  const isClosed = closed.includes(identity.type);
  useEffect(() => {
    if (isClosed) chooseType(identity.type === 'email' ? 'phone' : 'email');
  }, [isClosed, identity.type]);
  const form = useAuthForm<RegisterValues>({
    initial: {
      account: state.account,
      code: '',
      password: '',
      password_confirmation: '',
      invite_code: inviteCode,
      agreed: false,
    },
    check: (values) => checkRegister(values, identity),
  });
  const { row, accountInput } = useCodeRow(form, 'register', state);
  const register = useAction('register', {
    onSuccess: (session) => {
      forgetInvitation();
      startSession(session);
      toast({ kind: 'good', text: t('registered') });
    },
    onError: form.refuse,
  });
  return (
    <form {...form.props((values) => register.run(registerRequest(values, identity)))}>
      <AccountFields
        state={state}
        input={accountInput}
        closed={closed}
        onTypeChange={(type) => {
          form.forget();
          form.set({ account: draftStore.getState()[type] });
        }}
      />
      <CodeRow {...row} />
      <PasswordPair
        label={t('password')}
        password={form.text('password')}
        confirmation={form.text('password_confirmation')}
      />
      <Field
        {...form.text('invite_code')}
        className="mt-4"
        size={52}
        label={t('inviteCode')}
        hint={inviteCode !== '' && form.draft.invite_code === inviteCode && t('invited')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
      />
      <Agreement
        isAgreed={form.draft.agreed}
        error={form.problem('agreed')}
        onChange={(agreed) => form.set({ agreed })}
      />
      <Button className="mt-6" type="submit" variant="main" block busy={register.isRunning}>
        {t('createAccount')}
      </Button>
      <a
        {...buttonLook({ block: true })}
        style={{ marginTop: 12 }}
        href={`${href('pages/user/login/login')}${carried}`}
      >
        {t('haveAccount')}
      </a>
    </form>
  );
}

interface AgreementProps {
  isAgreed: boolean;
  error: string | undefined;
  onChange: (isAgreed: boolean) => void;
}

function Agreement({ isAgreed, error, onChange }: AgreementProps) {
  const t = useTranslations('login');
  const [slug, setSlug] = useState<'terms' | 'privacy'>('terms');
  const [isOpen, setOpen] = useState(false);
  const opener = (name: typeof slug) => (text: ReactNode) => (
    <button
      type="button"
      className="hit font-medium text-brand"
      onClick={(event) => {
        event.preventDefault();
        setSlug(name);
        setOpen(true);
      }}
    >
      {text}
    </button>
  );
  return (
    <div className="mt-3">
      <Checkbox checked={isAgreed} bad={error !== undefined} onCheckedChange={onChange}>
        {t.rich('agree', { terms: opener('terms'), privacy: opener('privacy') })}
      </Checkbox>
      {error !== undefined && (
        <p className="fl-help" data-bad="" role="alert">
          {error}
        </p>
      )}
      <LegalSheet
        slug={slug}
        isOpen={isOpen}
        onOpenChange={setOpen}
        {...(slug === 'terms' && {
          accept: { label: t('accept'), onAccept: () => onChange(true) },
        })}
      />
    </div>
  );
}
