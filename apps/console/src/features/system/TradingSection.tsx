import { useAction } from '@fairlead/calls';
import { Button, formatDate, toast } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { Facts } from '../../parts/Facts.tsx';
import type { SystemState } from './model.ts';
import { Section } from './Sections.tsx';
import { systemTexts } from './texts.ts';

const t = systemTexts.trading;

export type Product = NonNullable<SystemState['products']>[number];

/** Of one product, or of the whole exchange. */
export interface TradingAct {
  readonly kind: 'stop' | 'resume';
  readonly product?: Product['product'];
}

interface TradingSectionProps {
  state: SystemState;
  onAct: (act: TradingAct) => void;
}

/** Whether orders are taken, why not, and the brake. */
export function TradingSection({ state: { trading }, onAct }: TradingSectionProps) {
  const { mode, cause, reason, since, is_recounting, is_resumable } = trading;
  const mayStop = useMay('stopTrading');
  const isStopped = mode === 'cancel_only';
  const recount = useAction('recountBooks', {
    invalidates: ['system'],
    onSuccess: () => toast({ text: t.recounted }),
  });
  const isHeld = isStopped && cause === 'drift';
  return (
    <Section title={t.title}>
      <p className="con-sum mb-2" data-bad={isStopped ? '' : undefined}>
        <b>{isStopped ? t.stopped : t.open}</b>
      </p>
      {isStopped && cause !== undefined && (
        <Facts
          facts={[
            [t.since, formatDate(since, 'full', 'en')],
            [t.cause, t.causes[cause]],
            [t.reason, reason],
          ]}
        />
      )}
      {isStopped && <p className="mt-3 text-12 text-muted">{isHeld ? t.held : t.lead}</p>}
      {mayStop && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size={44}
            busy={recount.isRunning}
            disabled={is_recounting}
            onClick={() => void recount.run({})}
          >
            {is_recounting ? t.recounting : t.recount}
          </Button>
          {isStopped ? (
            <Button
              size={44}
              variant="main"
              disabled={!is_resumable}
              onClick={() => onAct({ kind: 'resume' })}
            >
              {t.resume}
            </Button>
          ) : (
            <Button size={44} variant="danger" onClick={() => onAct({ kind: 'stop' })}>
              {t.stop}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

/** What each product's own engine takes, and why not; nothing where one engine is everything. */
export function ProductsSection({ state: { products = [] }, onAct }: TradingSectionProps) {
  if (products.length === 0) return null;
  return (
    <Section title={t.products}>
      {products.map((product) => (
        <ProductStop key={product.product} product={product} onAct={onAct} />
      ))}
    </Section>
  );
}

function ProductStop({
  product: { product, mode, cause, reason, since, is_recounting, is_resumable, is_sound },
  onAct,
}: {
  product: Product;
  onAct: (act: TradingAct) => void;
}) {
  const mayStop = useMay('stopTrading');
  const recount = useAction('recountBooks', {
    invalidates: ['system'],
    onSuccess: () => toast({ text: t.recounted }),
  });
  const isStopped = mode === 'cancel_only';
  return (
    <div className="mb-3">
      <p className="con-sum mb-2" data-bad={isStopped || !is_sound ? '' : undefined}>
        <b>{t.productStands(t.productNames[product], isStopped ? t.stopped : t.open)}</b>
      </p>
      {isStopped && cause !== undefined && (
        <Facts
          facts={[
            [t.since, formatDate(since, 'full', 'en')],
            [t.cause, t.causes[cause]],
            [t.reason, reason],
          ]}
        />
      )}
      {mayStop && isStopped && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size={44}
            busy={recount.isRunning}
            disabled={is_recounting}
            onClick={() => void recount.run({ product })}
          >
            {is_recounting ? t.recounting : t.recount}
          </Button>
          <Button
            size={44}
            variant="main"
            disabled={!is_resumable || cause === 'operator'}
            onClick={() => onAct({ kind: 'resume', product })}
          >
            {t.resume}
          </Button>
        </div>
      )}
    </div>
  );
}
