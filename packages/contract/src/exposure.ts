/** The console: what the house stands for in futures and options. */
import * as z from 'zod/mini';
import { OPERATORS, route } from './wire/route.ts';
import { nothing, zDecimal, zSignedDecimal } from './wire/scalars.ts';

const READERS = ['reviewer', 'manager', 'auditor'] as const;

/** Form bodies cannot hold lists: these calls take JSON. */
export const zExposure = z.object({
  time: z.number(),
  currencies: z.array(
    z.object({
      currency_id: z.number(),
      currency: z.string(),
      contract_house: zDecimal,
      /** What holding and waiting positions may win at most. */
      contract_reserved: zDecimal,
      contract_available: zDecimal,
      insurance_fund: zDecimal,
      /** Of all holding positions at the index: what the house would owe now, negative when it would be owed. */
      unrealised_pnl: zSignedDecimal,
      option_house: zDecimal,
      /** What open orders may win at most. */
      option_reserved: zDecimal,
      option_available: zDecimal,
      option_escrow: zDecimal,
    }),
  ),
  markets: z.array(
    z.object({
      symbol: z.string(),
      long_notional: zDecimal,
      short_notional: zDecimal,
      waiting_notional: zDecimal,
      /** Absent where futures have no terms. */
      max_open_interest: z.optional(zDecimal),
      positions: z.number(),
      rise_payout: zDecimal,
      fall_payout: zDecimal,
      /** Absent where options have no terms. */
      max_exposure: z.optional(zDecimal),
      option_orders: z.number(),
    }),
  ),
});

export type Exposure = z.infer<typeof zExposure>;

export const operatorExposureRoutes = {
  operatorExposure: route({
    method: 'GET',
    path: 'operator/exposure',
    tag: OPERATORS,
    summary: 'What the house stands for in futures and options',
    access: READERS,
    request: nothing,
    response: zExposure,
  }),
} as const;
