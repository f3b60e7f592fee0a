import { USER_ACCOUNT_NAMES } from '@fairlead/contract/constants';
import { Field } from '@fairlead/ui';
import { bookTexts } from '../../books/texts.ts';
import { SelectField } from '../../parts/SelectField.tsx';
import { type AccountChoice, PROPOSABLE_HOUSE_ACCOUNTS } from './model.ts';
import { ledgerTexts as t } from './texts.ts';

const KINDS = [
  ['user', t.filters.user] as const,
  ...PROPOSABLE_HOUSE_ACCOUNTS.map(
    (name) => [`house:${name}`, bookTexts.house(bookTexts.houseAccounts[name] ?? name)] as const,
  ),
];
const ACCOUNTS = USER_ACCOUNT_NAMES.map((name) => [name, t.userAccounts[name] ?? name] as const);

export interface AccountFieldProps {
  label: string;
  value: AccountChoice;
  error: string | undefined;
  onChange: (value: AccountChoice) => void;
}

/** An account in a form: of the house, or of one user. */
export function AccountField({ label, value, error, onChange }: AccountFieldProps) {
  const isUser = value.kind === 'user';
  return (
    <div className="grid gap-3">
      <SelectField
        label={label}
        value={value.kind}
        placeholder={t.propose.choose}
        options={KINDS}
        error={isUser ? undefined : error}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {isUser && (
        <div className="con-terms">
          <Field
            label={`${label}: ${t.filters.userId}`}
            inputMode="numeric"
            maxLength={10}
            value={value.userId}
            error={error}
            onChange={(event) => onChange({ ...value, userId: event.target.value })}
          />
          <SelectField
            label={`${label}: ${t.filters.account}`}
            value={value.account}
            options={ACCOUNTS}
            onChange={(account) => onChange({ ...value, account })}
          />
        </div>
      )}
    </div>
  );
}
