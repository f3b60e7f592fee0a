/** What other capabilities may use of identity, users. */
export { type Guards, guardChecks, guardsOf, isYoung } from './guard-queries.ts';
export { MASKED_COLUMNS, maskedAccount, publicName, withMaskedUser } from './masks.ts';
export { lockOpenAccount } from './open-account.ts';
export {
  type AccountKind,
  findUserByAccount,
  findUserById,
  insertUser,
  lockUser,
  partnerSql,
} from './queries.ts';
