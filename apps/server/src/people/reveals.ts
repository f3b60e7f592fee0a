/** What is behind the mask of a user's field. Who asks has been counted and noted before. */

import type { REVEALED_FIELDS } from '@fairlead/contract';
import type { Database } from '../core/store/database.ts';
import type { BankCards } from '../custody/index.ts';
import type { Verifications } from '../verification/index.ts';
import { lastVerifications } from '../verification/index.ts';
import type { LookedUpUser } from './queries.ts';

export type RevealedField = (typeof REVEALED_FIELDS)[number];

/** The field's value; '' where the user has given none. */
export async function revealed(
  {
    database,
    verification,
    bankCards,
  }: {
    readonly database: Database;
    readonly verification: Verifications;
    readonly bankCards: BankCards;
  },
  user: LookedUpUser,
  field: RevealedField,
): Promise<string> {
  if (field === 'account') return user.account;
  if (field === 'cards') {
    const cards = await bankCards.list(user.userId);
    return cards.map(({ details }) => Object.values(details).join(', ')).join('\n');
  }
  const rows = await lastVerifications(database, user.userId);
  const level = field === 'address' ? 'advanced' : 'basic';
  const row = rows.find((each) => each.level === level);
  if (row === undefined) return '';
  const { name, idNumber, address } = verification.details(row);
  return { name, id_number: idNumber, address }[field] ?? '';
}
