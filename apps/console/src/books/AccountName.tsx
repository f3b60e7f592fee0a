import { Link } from 'react-router';
import { bookTexts } from './texts.ts';

export const readUserAccount = (
  name: string,
): { readonly userId: number; readonly account: string } | undefined => {
  const match = /^user:([1-9]\d*):([a-z]+)$/.exec(name);
  return match === null ? undefined : { userId: Number(match[1]), account: match[2] ?? '' };
};

/** "House, capital" or "User 17, coin". */
export function accountWords(name: string): string {
  const user = readUserAccount(name);
  if (user !== undefined) return bookTexts.userAccount(user.userId, user.account);
  const house = name.replace(/^house:/, '');
  return bookTexts.house(bookTexts.houseAccounts[house] ?? house);
}

/** A ledger account in words; a user's leads to the user. */
export function AccountName({ name, isLink = true }: { name: string; isLink?: boolean }) {
  const user = readUserAccount(name);
  if (user === undefined || !isLink) return accountWords(name);
  return (
    <Link to={`/users?open=${user.userId}`} className="con-link">
      {accountWords(name)}
    </Link>
  );
}
