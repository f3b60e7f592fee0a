/** The one call of the provider that screens: what it is asked, and what counts as its answer. */
import * as z from 'zod/mini';
import type { ScreeningConfig } from '../core/config/screening.ts';
import { askSigned } from '../core/http/signed-call.ts';

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

const zAnswer = z.object({
  id: z.string(),
  verdict: z.enum(['clear', 'hit']),
  risk: z.number().check(z.int(), z.gte(0), z.lte(100)),
  reference: z.string().check(z.maxLength(100), z.regex(/^[^\p{Cc}]+$/u)),
});
export type ScreeningAnswer = z.infer<typeof zAnswer>;

/** Asks; undefined where nothing came that counts as an answer. Never rejects. */
export async function ask(
  provider: ScreeningConfig,
  question: ScreeningQuestion,
  now: () => number,
): Promise<ScreeningAnswer | undefined> {
  const read = zAnswer.safeParse(await askSigned(provider, question, now));
  return read.success && read.data.id === question.id ? read.data : undefined;
}
