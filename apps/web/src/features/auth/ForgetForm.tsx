import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import { Button, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { FactorField } from '../../app/parts/FactorField.tsx';
import { AccountFields } from './AccountFields.tsx';
import { CodeRow } from './codes/CodeRow.tsx';
import { useCodeRow } from './codes/use-code-row.ts';
import { draftStore } from './draft-store.ts';
import {
  accountFields,
  type CodeValues,
  checkCode,
  checkReset,
  type ResetValues,
  resetFields,
} from './model.ts';
import { PasswordPair } from './PasswordPair.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useIdentity } from './use-identity.ts';

const SCENE = 'forget';

/** Step 1: a code for the account becomes a ticket. */
export function ForgetCodeForm({ onTicket }: { onTicket: (ticket: string) => void }) {
  const t = useTranslations('login');
  const state = useIdentity();
  const { identity } = state;
  const form = useAuthForm<CodeValues>({
    initial: { account: state.account, code: '' },
    check: (values) => checkCode(values, identity),
  });
  const { row, accountInput } = useCodeRow(form, SCENE, state);
  const mobile = useAction('checkMobile', { onError: form.refuse });
  const mail = useAction('checkEmail', { onError: form.refuse });
  const send = async (values: CodeValues) => {
    const account = values.account.trim();
    const code = values.code.trim();
    const data =
      identity.type === 'phone'
        ? await mobile.run({ area_code: identity.areaCode, account, code, scene: SCENE })
        : await mail.run({ account, code, scene: SCENE });
    if (data !== undefined) onTicket(data.ticket);
  };
  return (
    <form {...form.props(send)}>
      <AccountFields
        state={state}
        input={accountInput}
        onTypeChange={(type) => {
          form.forget();
          form.set({ account: draftStore.getState()[type] });
        }}
      />
      <CodeRow {...row} />
      <Button
        className="mt-6"
        type="submit"
        variant="main"
        block
        busy={mobile.isRunning || mail.isRunning}
      >
        {t('forget.next')}
      </Button>
      <a
        className="mt-4 block py-3 text-center font-medium text-brand"
        href={href('pages/user/recover')}
      >
        {t('forget.recover')}
      </a>
    </form>
  );
}

export interface ForgetPasswordFormProps {
  ticket: string;
  carried: string;
  /** The ticket is used up or too old: back to the code. */
  onTicketLost: () => void;
}

/** Step 2: the ticket pays for a new password. */
export function ForgetPasswordForm({ ticket, carried, onTicketLost }: ForgetPasswordFormProps) {
  const t = useTranslations('login');
  const navigate = useNavigate();
  const { identity, account } = useIdentity();
  const [isDone, setDone] = useState(false);
  const [needsOtp, setNeedsOtp] = useState(false);
  const form = useAuthForm<ResetValues>({
    initial: { password: '', password_confirmation: '', otp: '' },
    check: (values) => checkReset(values, { needsOtp }),
  });
  const refused = (error: ApiError): boolean => {
    if (error.code === 'ticket_invalid') onTicketLost();
    if (error.code === 'mfa_required' && !needsOtp) {
      setNeedsOtp(true);
      return true;
    }
    // The code was traded before; what is wrong now is the authenticator's.
    return error.code === 'code_wrong' && needsOtp
      ? form.show({ otp: error.message })
      : form.refuse(error);
  };
  const forget = useAction('forget', {
    onSuccess: () => {
      setDone(true);
      toast({ kind: 'good', text: t('forget.done') });
      navigate(`/pages/user/login/login${carried}`, { replace: true });
    },
    onError: refused,
  });
  const send = (values: ResetValues) =>
    forget.run({ ...accountFields(identity, account), ticket, ...resetFields(values) });
  return (
    <form {...form.props(send)}>
      <div className="-mt-4">
        <PasswordPair
          label={t('newPassword')}
          password={form.text('password')}
          confirmation={form.text('password_confirmation')}
        />
      </div>
      {needsOtp && <FactorField takesRecovery autoFocus className="mt-4" {...form.value('otp')} />}
      <Note kind="warn" className="mt-4">
        {t('forget.note')}
      </Note>
      <Button
        className="mt-6"
        type="submit"
        variant="main"
        block
        busy={forget.isRunning}
        disabled={isDone}
      >
        {t('forget.save')}
      </Button>
    </form>
  );
}
