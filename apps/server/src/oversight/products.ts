/** The engines that products have of their own, whoever runs them: what stops each, and what operators ask of it. */
import { ProblemError, type ResponseOf } from '@fairlead/contract';
import type { ResumePayload } from '../core/acts/payloads.ts';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { PRODUCT_ENGINES, type ProductEngine } from '../core/config/engines.ts';
import { Answer, type Call } from '../core/http/handler.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Trading } from '../core/operations/trading-mode.ts';
import type { ProductElsewhere, ProductTradings } from './needs.ts';

type View = ResponseOf<'system'>['trading'];
type ProductView = NonNullable<ResponseOf<'system'>['products']>[number];
type Intent = Omit<ResumePayload, 'product'>;

/** The exchange, or a product of it, as two operators resume it. */
export interface Resumable {
  view(): Promise<View>;
  /** Throws `already_decided` while it is open, `recount_needed`. */
  intent(): Promise<Intent>;
  resume(intent: { readonly since: number; readonly reason: string }): Promise<void>;
}

export const resumable = (trading: Trading, reconciler: Reconciler): Resumable => ({
  view: async () => trading.view(reconciler),
  intent: async () => trading.intent(reconciler),
  resume: (intent) => trading.resume(intent, reconciler),
});

/** Of one that another process runs, as that process says of it. Throws `unavailable` while it is away. */
export const resumableElsewhere = (
  product: ProductEngine,
  elsewhere: ProductElsewhere,
  call: Call,
): Resumable => {
  const view = async (): Promise<ProductView> => {
    const found = await viewElsewhere(product, elsewhere, call);
    if (found === undefined) throw new ProblemError('unavailable');
    return found;
  };
  return {
    view,
    async intent() {
      const { mode, since, cause, is_resumable: isResumable } = await view();
      const isStopped = mode === 'cancel_only' && cause !== undefined && cause !== 'disk';
      if (!isStopped || since === undefined) throw new ProblemError('already_decided');
      if (!isResumable) throw new ProblemError('recount_needed');
      return { since, cause };
    },
    resume: (intent) => elsewhere.trading.resume(intent, undefined),
  };
};

/** Of all that can be asked now. */
export async function productViews(products: ProductTradings, call: Call): Promise<ProductView[]> {
  const views = PRODUCT_ENGINES.map(async (product) => {
    const own = products.tradingOf?.(product);
    if (own !== undefined) {
      const { trading, reconciler } = own;
      return { ...trading.view(reconciler), product, is_sound: reconciler.isSound };
    }
    const elsewhere = products.elsewhereOf?.(product);
    return elsewhere && answered(viewElsewhere(product, elsewhere, call));
  });
  return (await Promise.all(views)).filter((view) => view !== undefined);
}

async function viewElsewhere(
  product: ProductEngine,
  { ask }: ProductElsewhere,
  call: Call,
): Promise<ProductView | undefined> {
  const answer = await ask('system', { ...call, input: {} } as Call);
  if (!(answer instanceof Answer)) return undefined;
  const { message } = JSON.parse(answer.body) as { readonly message: ResponseOf<'system'> };
  return message.products?.find((each) => each.product === product);
}
