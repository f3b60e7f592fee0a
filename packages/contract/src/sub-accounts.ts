import * as z from 'zod/mini';
import { SUB_ACCOUNT_PRODUCTS } from './wire/constants.ts';
import { route } from './wire/route.ts';
import { nothing, zDecimal, zId, zPositiveDecimal } from './wire/scalars.ts';

const tag = 'Sub-accounts';

/** Of one main account, for ever: what was traded by one is kept, so none is removed. */
export const SUB_ACCOUNTS_MAX = 20;

export const zSubAccountName = z.string().check(z.maxLength(40), z.regex(/\S/));

/** The most of a currency that may be moved into a sub-account on one UTC day. */
const zDailyLimit = z.object({ currency_id: z.number(), currency: z.string(), amount: zDecimal });

export const zSubAccount = z.object({
  /** What `sub-account` names it by. */
  id: z.number(),
  name: z.string(),
  /** What it may open; what is open may always be closed, and money moved back. */
  products: z.array(z.enum(SUB_ACCOUNT_PRODUCTS)),
  /** A currency that is not here has no limit. */
  daily_limits: z.array(zDailyLimit),
  /** By an operator, alone or with its main account: it opens nothing, and no money leaves it. */
  is_frozen: z.boolean(),
  created_at: z.number(),
});

export type SubAccount = z.infer<typeof zSubAccount>;

export const subAccountRoutes = {
  subAccounts: route({
    method: 'GET',
    path: 'user/sub_accounts',
    tag,
    access: 'user',
    summary: 'Own sub-accounts, in the order in which they were made',
    request: nothing,
    response: z.array(zSubAccount),
  }),
  createSubAccount: route({
    method: 'POST',
    path: 'user/sub_accounts/create',
    tag,
    access: 'user',
    rate: 'write',
    summary:
      'Makes a sub-account: balances, orders and keys of its own under a name; it has no login',
    request: z.strictObject({ name: zSubAccountName }),
    response: zSubAccount,
    errors: ['sub_account_limit', 'name_taken'],
  }),
  editSubAccount: route({
    method: 'POST',
    path: 'user/sub_accounts/edit',
    tag,
    access: 'user',
    rate: 'write',
    summary:
      'Sets the name, what a sub-account may open and how much may be moved into it a day anew: what is left out is taken away',
    request: z.strictObject({
      id: zId,
      name: zSubAccountName,
      products: z
        .array(z.enum(SUB_ACCOUNT_PRODUCTS))
        .check(z.maxLength(SUB_ACCOUNT_PRODUCTS.length)),
      daily_limits: z._default(
        z
          .array(z.strictObject({ currency_id: zId, amount: zPositiveDecimal }))
          .check(z.maxLength(20)),
        [],
      ),
    }),
    response: zSubAccount,
    errors: ['name_taken'],
  }),
  moveSubAccount: route({
    method: 'POST',
    path: 'user/sub_accounts/move',
    tag,
    access: 'user',
    isMoney: true,
    rate: 'money',
    summary:
      'Moves available money at once between the coin accounts of the main account and a sub-account',
    request: z.strictObject({
      id: zId,
      /** Into the sub-account, or out of it and back to the main account. */
      direction: z.enum(['in', 'out']),
      currency_id: zId,
      amount: zPositiveDecimal,
    }),
    response: z.object({
      /** Of the journal entry that both sides have among their records. */
      id: z.number(),
    }),
    errors: ['insufficient_balance', 'sub_account_daily', 'account_frozen'],
  }),
} as const;
