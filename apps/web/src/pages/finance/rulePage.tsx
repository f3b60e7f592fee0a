import { Failed, useApi } from '@fairlead/calls';
import { Skeleton } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { WorkedExample } from '../../features/hosting/WorkedExample.tsx';

/** How locked funds work, in the server's words of one product, and a worked example: `?id=2`. */
export function Page() {
  const title = useTranslations('common.title');
  const [query] = useSearchParams();
  const asked = Number(query.get('id'));
  return (
    <Screen title={title('lockedRules')} className="gutter grid gap-4 pt-1 pb-8">
      <Rules asked={Number.isSafeInteger(asked) && asked > 0 ? asked : undefined} />
      <WorkedExample />
    </Screen>
  );
}

/** Of the product that is asked for; else of the first on sale. */
function Rules({ asked }: { asked: number | undefined }) {
  const t = useTranslations('hosting');
  const products = useApi('hostingProducts', {}, { enabled: asked === undefined });
  const id = asked ?? products.data?.[0]?.id;
  const product = useApi('hostingProduct', { id: id ?? 0 }, { enabled: id !== undefined });
  const failed = [products, product].find(({ data, error }) => data === undefined && error);
  if (failed !== undefined) {
    return <Failed query={failed} failed={t('rulesFailed')} />;
  }
  if (id === undefined && products.data !== undefined) return null;
  return (
    <section aria-label={t('rules')}>
      {product.data === undefined ? (
        <Loading />
      ) : (
        <>
          <h2 className="text-16 font-strong">{product.data.name}</h2>
          <ol className="mt-2 grid list-decimal gap-2 ps-5 text-secondary">
            {product.data.rules.map((rule) => (
              <li key={rule} className="ps-1">
                {rule}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Loading() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="grid gap-3">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width={140} height={18} />
      <Skeleton />
      <Skeleton width="85%" />
      <Skeleton />
      <Skeleton width="60%" />
    </div>
  );
}
