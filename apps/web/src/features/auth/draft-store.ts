/** What was typed in one page of the login flow is there in the next; forgotten with the page's reload. */
import { create } from 'zustand';
import type { AreaCode } from './codes/area-codes.ts';
import type { AccountType } from './model.ts';

interface Draft {
  readonly type: AccountType;
  readonly area: AreaCode | undefined;
  readonly email: string;
  readonly phone: string;
  /** When a new code may be asked for, by scene and account. */
  readonly codeWaits: Readonly<Record<string, number>>;
}

export const draftStore = create<Draft>()(() => ({
  type: 'email',
  area: undefined,
  email: '',
  phone: '',
  codeWaits: {},
}));

export const useDraft = draftStore;

export const chooseType = (type: AccountType): void => draftStore.setState({ type });
export const chooseArea = (area: AreaCode): void => draftStore.setState({ area });

export function keepAccount(type: AccountType, account: string): void {
  draftStore.setState(type === 'email' ? { email: account } : { phone: account });
}

export function keepCodeWait(key: string, untilMs: number): void {
  draftStore.setState(({ codeWaits }) => ({ codeWaits: { ...codeWaits, [key]: untilMs } }));
}
