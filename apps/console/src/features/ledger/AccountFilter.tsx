import { HOUSE_ACCOUNT_NAMES, USER_ACCOUNT_NAMES } from '@fairlead/contract/constants';
import { useState } from 'react';
import { bookTexts } from '../../books/texts.ts';
import { SelectFilter, TextFilter } from '../../lists/FilterBar.tsx';
import { choiceOf, nameOf } from './model.ts';
import { ledgerTexts as t } from './texts.ts';

const KINDS = [
  ['user', t.filters.user] as const,
  ...HOUSE_ACCOUNT_NAMES.map(
    (name) => [`house:${name}`, bookTexts.house(bookTexts.houseAccounts[name] ?? name)] as const,
  ),
];
const ACCOUNTS = USER_ACCOUNT_NAMES.map((name) => [name, t.userAccounts[name] ?? name] as const);

export interface AccountFilterProps {
  /** `house:capital`, `user:17:coin`, or ''. */
  value: string;
  onChange: (value: string) => void;
}

/** A house account, or one of a user's. */
export function AccountFilter({ value, onChange }: AccountFilterProps) {
  const [kept, keep] = useState({ value, choice: choiceOf(value) });
  // The address changed by itself: back, or a link.
  const state = kept.value === value ? kept : { value, choice: choiceOf(value) };
  if (state !== kept) keep(state);
  const { choice } = state;
  const change = (part: Partial<typeof choice>) => {
    const next = { ...choice, ...part };
    const name = nameOf(next);
    keep({ value: name ?? value, choice: next });
    if (name !== undefined && name !== value) onChange(name);
  };
  return (
    <>
      <SelectFilter
        label={t.filters.account}
        value={choice.kind}
        options={KINDS}
        onChange={(kind) => change({ kind })}
      />
      {choice.kind === 'user' && (
        <>
          <TextFilter
            label={t.filters.userId}
            inputMode="numeric"
            maxLength={10}
            value={choice.userId}
            onChange={(userId) => change({ userId })}
          />
          <SelectFilter
            label={t.filters.userAccount}
            value={choice.account}
            options={ACCOUNTS}
            onChange={(account) => change({ account: account || 'coin' })}
          />
        </>
      )}
    </>
  );
}
