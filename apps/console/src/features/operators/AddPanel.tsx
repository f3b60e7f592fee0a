import { useAction, useForm } from '@fairlead/calls';
import type { OperatorRole } from '@fairlead/contract';
import { newOperatorApproval } from '@fairlead/contract/operator-intent';
import { Field } from '@fairlead/ui';
import { FormPanel } from '../../parts/forms.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { useSignature } from '../../queue/use-signature.ts';
import type { Made } from './LinkOnce.tsx';
import { isName, ROLES } from './model.ts';
import { operatorTexts as t } from './texts.ts';

const EMPTY = { name: '', email: '', role: 'reviewer' as OperatorRole };

export interface AddPanelProps {
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** A new operator: a name, a role, and where the link goes by which they set their own password. */
export function AddPanel({ onMade, onClose }: AddPanelProps) {
  const form = useForm(EMPTY, {
    check: ({ name }) => ({ name: isName(name.trim()) ? undefined : t.nameInvalid }),
    about: { name_taken: 'name' },
  });
  const { run, isRunning } = useAction('createOperator', {
    invalidates: ['operators', 'operatorMe'],
    onSuccess: ({ link, sent_to, expires_at }, request) =>
      onMade({ name: request.name, link, sentTo: sent_to, expiresAt: expires_at }),
    onError: form.refuse,
  });
  const { sign, isSigning } = useSignature();
  return (
    <FormPanel
      title={t.addTitle}
      lead={t.addLead}
      form={form.props(async ({ name, email, role }) => {
        const to = email.trim();
        const added = { name: name.trim(), role, ...(to !== '' && { email: to }) };
        const signed = await sign(newOperatorApproval(added));
        if (signed !== undefined) await run({ ...added, ...signed });
      })}
      submitLabel={t.create}
      isBusy={isRunning || isSigning}
      onClose={onClose}
    >
      <Field
        className="col-span-2"
        label={t.nameField}
        hint={t.nameHint}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('name')}
      />
      <Field
        className="col-span-2"
        label={t.emailField}
        hint={t.emailHint}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('email')}
      />
      <div data-wide>
        <SelectField
          label={t.role}
          options={ROLES.map((each) => [each, sharedTexts.roles[each]] as const)}
          hint={t.roles[form.draft.role]}
          {...form.choice('role')}
        />
      </div>
    </FormPanel>
  );
}
