import type { Scene } from '@fairlead/contract';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import type { CodeRowProps } from './CodeRow.tsx';
import { keepAccount } from './draft-store.ts';
import { accountText } from './model.ts';
import type { useAuthForm } from './use-auth-form.ts';
import { useCodeSender } from './use-code-sender.ts';
import type { IdentityState } from './use-identity.ts';

type AuthForm<Values extends FieldValues> = ReturnType<typeof useAuthForm<Values>>;
type WithCode = FieldValues & { account: string; code: string };

/** The account's input, kept for the flow's other pages, and what the row of its code needs. */
export function useCodeRow<Values extends WithCode>(
  form: AuthForm<Values>,
  scene: Scene,
  { identity }: IdentityState,
) {
  // Both fields are in `Values`; a generic form cannot see that they are texts.
  const accountField = 'account' as Path<Values>;
  const codeField = 'code' as Path<Values>;
  const account = String(form.watch(accountField) ?? '');
  const sender = useCodeSender({ scene, identity, account, onError: form.showError });
  const send = async () => {
    if (!(await form.trigger(accountField, { shouldFocus: true }))) return;
    form.clearErrors(codeField);
    await sender.send();
  };
  const row: CodeRowProps = {
    sender,
    input: form.register(codeField),
    error: form.errorOf(codeField),
    account: accountText(identity, account),
    onSend: () => void send(),
    onFill: (code) =>
      form.setValue(codeField, code as PathValue<Values, Path<Values>>, {
        shouldValidate: form.formState.isSubmitted,
      }),
  };
  return { row, accountInput: useAccountInput(form, identity.type) };
}

/** The account's input; what is typed is there in the flow's other pages too. */
function useAccountInput<Values extends FieldValues & { account: string }>(
  form: AuthForm<Values>,
  type: IdentityState['identity']['type'],
) {
  return form.register('account' as Path<Values>, {
    onChange: (event: { target: { value: string } }) => keepAccount(type, event.target.value),
  });
}
