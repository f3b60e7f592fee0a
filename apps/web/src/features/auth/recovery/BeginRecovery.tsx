import { useAction } from '@fairlead/calls';
import { Button, Field, Icon, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PasskeyButton } from '../../../app/parts/PasskeyButton.tsx';
import { usePasskeyPlace } from '../../../data/passkey/place.ts';
import { AccountFields } from '../AccountFields.tsx';
import { draftStore } from '../draft-store.ts';
import { accountFields } from '../model.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { useIdentity } from '../use-identity.ts';
import { checkShown, type ShownValues } from './model.ts';
import { forgetRecovery, keepRecovery, useRecovery } from './token.ts';

/** The account, and at least one of what its owner has left. */
export function BeginRecovery() {
  const t = useTranslations('security.recovery');
  const login = useTranslations('login');
  const state = useIdentity();
  const isPlace = usePasskeyPlace();
  const { hasEnded } = useRecovery();
  const [isMissing, setMissing] = useState(false);
  const form = useAuthForm<ShownValues>({
    initial: { account: state.account, otp: '', recovery_code: '', passkey: '' },
    check: (values) => checkShown(values, state.identity),
  });
  const begin = useAction('beginRecovery', {
    onSuccess: ({ token }) => keepRecovery(token),
    onError: (error) => {
      // What was shown may be used up, right or wrong.
      form.set({ passkey: '' });
      return form.refuse(error);
    },
  });
  const send = async (values: ShownValues) => {
    const { account, ...ways } = values;
    const shown = Object.entries(ways).map(([name, text]) => [name, text.trim()] as const);
    const given = Object.fromEntries(shown.filter(([, text]) => text !== ''));
    setMissing(Object.keys(given).length === 0);
    if (Object.keys(given).length === 0) return;
    await begin.run({ ...accountFields(state.identity, account), ...given });
  };
  return (
    <form {...form.props(send)}>
      {hasEnded && (
        <Note kind="warn" className="mb-4">
          <span role="status">{t('ended')}</span>
        </Note>
      )}
      <AccountFields
        state={state}
        input={form.text('account')}
        onTypeChange={(type) => {
          forgetRecovery({ hasEnded: false });
          form.forget();
          form.set({ account: draftStore.getState()[type] });
        }}
      />
      <fieldset className="mt-6 grid gap-4">
        <legend className="mb-3 font-medium">{t('one')}</legend>
        {form.draft.passkey !== '' && (
          <p className="flex items-center gap-2 text-good" role="status">
            <Icon name="check" />
            {login('passkeyConfirmed')}
          </p>
        )}
        {isPlace && form.draft.passkey === '' && (
          <PasskeyButton onTicket={(passkey) => form.set({ passkey })} disabled={begin.isRunning} />
        )}
        <Field
          {...form.text('otp')}
          size={52}
          label={login('otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
        <Field
          {...form.text('recovery_code')}
          size={52}
          label={login('recoveryCode')}
          hint={login('recoveryHint')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      </fieldset>
      {isMissing && (
        <Note kind="bad" className="mt-4">
          <span role="alert">{t('missing')}</span>
        </Note>
      )}
      <Note kind="warn" className="mt-4">
        {t('told')}
      </Note>
      <Button className="mt-6" type="submit" variant="main" block busy={begin.isRunning}>
        {t('begin')}
      </Button>
    </form>
  );
}
