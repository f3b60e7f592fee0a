import type { Scene } from '@fairlead/contract';
import { keepAccount } from '../draft-store.ts';
import { accountText } from '../model.ts';
import type { CodeForm, TextInput } from '../use-auth-form.ts';
import type { IdentityState } from '../use-identity.ts';
import type { CodeRowProps } from './CodeRow.tsx';
import { useCodeSender } from './use-code-sender.ts';

/** The account's input, kept for the flow's other pages, and what the row of its code needs. */
export function useCodeRow(
  form: CodeForm,
  scene: Scene,
  { identity }: IdentityState,
): { readonly row: CodeRowProps; readonly accountInput: TextInput } {
  const { account } = form.draft;
  const sender = useCodeSender({ scene, identity, account, onError: form.refuse });
  const accountInput = form.text('account');
  return {
    row: {
      sender,
      input: form.text('code'),
      account: accountText(identity, account),
      onSend: () => {
        if (!form.isFine('account')) return;
        form.forget('code');
        void sender.send();
      },
      onFill: (code) => form.set({ code }),
    },
    accountInput: {
      ...accountInput,
      onChange: (event) => {
        keepAccount(identity.type, event.target.value);
        accountInput.onChange(event);
      },
    },
  };
}
