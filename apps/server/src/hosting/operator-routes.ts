/** Locked funds in the console: terms, the treasury, and everybody's orders. */

import { ProblemError } from '@fairlead/contract';
import { amountText } from '../core/http/figures.ts';
import type { Handlers } from '../core/http/handler.ts';
import { changeOf } from '../core/terms/change.ts';
import { saveTerms } from '../core/terms/saves.ts';
import { hostingSubject } from './effects.ts';
import type { HostingNeeds } from './needs.ts';
import { hostingProductStates, hostingsPage, readHostingProducts } from './queries.ts';
import { hostingTermsView, readHostingTermsView, treasuries } from './terms.ts';
import { hostingView } from './views.ts';

type Names = 'operatorHosting' | 'operatorSaveHosting' | 'operatorHostingOrders';

export function operatorHostingHandlers(context: HostingNeeds): Pick<Handlers, Names> {
  const { terms, books } = context;
  return {
    operatorHosting: async () => {
      const products = await hostingProductStates(books);
      return {
        products: products.map((product) => {
          const currency = terms.knownCurrency(product.currencyId);
          return {
            ...hostingTermsView(product, currency),
            hosting: amountText(product.principal, currency),
            orders: product.orders,
          };
        }),
        treasury: await treasuries(context, products),
      };
    },
    operatorSaveHosting: async (call) => {
      const read = readHostingTermsView(call.input.terms, terms, call.say);
      const present = (await readHostingProducts(books)).find(
        ({ productId }) => productId === read.productId,
      );
      const currency = terms.knownCurrency(read.currencyId);
      // What is in hosting is in the currency of its product.
      if (present !== undefined && present.currencyId !== read.currencyId)
        throw new ProblemError('terms_invalid');
      return saveTerms(context, call, {
        kind: 'hosting_terms',
        subject: hostingSubject(read.productId, currency.name),
        payload: changeOf(
          present && hostingTermsView(present, currency),
          hostingTermsView(read, currency),
        ),
        reason: call.input.reason,
        detail: call.input,
      });
    },
    operatorHostingOrders: async ({ input: { user_id, product_id, status, page, limit } }) => {
      const filter = {
        ...(user_id !== undefined && { owner: user_id }),
        ...(product_id !== undefined && { productId: product_id }),
        ...(status !== undefined && { status }),
      };
      const found = await hostingsPage(books, filter, { page, limit });
      const list = found.list.map((row) => ({ ...hostingView(row, terms), user_id: row.owner }));
      return { ...found, list };
    },
  };
}
