/** What only a demo has: the inbox of codes, test funds. */
import * as z from 'zod/mini';
import { route } from './wire/route.ts';
import { zDecimal, zId, zPositiveDecimal } from './wire/scalars.ts';

const tag = 'Operation, development';

export const demoRoutes = {
  inbox: route({
    method: 'POST',
    path: 'dev/inbox',
    tag,
    summary: 'Demo: the last codes that the caller asked for, and messages to the logged-in user',
    /** Without `to`: to the logged-in user, whose contacts are shown masked. */
    request: z.strictObject({ to: z.optional(z.string().check(z.minLength(3), z.maxLength(254))) }),
    response: z.array(
      z.object({ to: z.string(), scene: z.string(), code: z.string(), time: z.number() }),
    ),
    errors: ['demo_only'],
  }),
  faucet: route({
    method: 'POST',
    path: 'dev/faucet',
    tag,
    summary: 'Demo: test funds to the coin account',
    access: 'user',
    isMoney: true,
    rate: 'money',
    request: z.strictObject({ currency_id: zId, amount: zPositiveDecimal }),
    response: z.object({ id: z.number(), currency_id: z.number(), amount: zDecimal }),
    errors: ['demo_only', 'faucet_limit', 'above_maximum', 'currency_closed'],
  }),
} as const;
