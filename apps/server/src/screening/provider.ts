/** What the provider that screens is asked, and what it answers. */
import * as z from 'zod/mini';

/** What is screened. There is never more in it than the provider needs. */
export interface ScreeningQuestion {
  /** The same for every try. */
  readonly id: string;
  readonly purpose: 'deposit' | 'payee' | 'withdrawal';
  /** A number of this exchange's, by which the provider tells users apart. */
  readonly user: string;
  readonly currency: string;
  readonly amount?: string;
  readonly address?: { readonly chain: string; readonly address: string };
  readonly transaction?: { readonly chain: string; readonly tx_id: string };
  readonly person?: { readonly name: string };
}

export const zScreeningAnswer = z.object({
  id: z.string(),
  verdict: z.enum(['clear', 'hit']),
  risk: z.number().check(z.int(), z.gte(0), z.lte(100)),
  reference: z.string().check(z.maxLength(100), z.regex(/^[^\p{Cc}]+$/u)),
});
export type ScreeningAnswer = z.infer<typeof zScreeningAnswer>;
