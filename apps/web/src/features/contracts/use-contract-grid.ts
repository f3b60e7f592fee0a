import type { Quotation } from '@fairlead/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { href } from '../../app/navigation.ts';
import { isOffered, PRODUCT_PATHS, type Product } from '../../data/markets/products.ts';

/** Which markets a page of futures or options may show, and how it goes to one. */
export function useContractGrid(product: Product) {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      product,
      offers: (market: Quotation) => isOffered(product, market),
      onChoose: (symbol: string) =>
        void navigate(href(PRODUCT_PATHS[product], { symbol }).slice(1), { replace: true }),
    }),
    [navigate, product],
  );
}
