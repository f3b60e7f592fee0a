import type { SubAccountProduct } from '@fairlead/contract/constants';
import { useLocale, useTranslations } from 'use-intl';

/** Products in a line, named as the app's tabs and titles name them. */
export function useProductNames() {
  const t = useTranslations('common');
  const locale = useLocale();
  const names: Readonly<Record<SubAccountProduct, string>> = {
    spot: t('tab.spot'),
    futures: t('title.futures'),
    options: t('title.options'),
  };
  return (products: readonly SubAccountProduct[]): string =>
    new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
      products.map((product) => names[product]),
    );
}
