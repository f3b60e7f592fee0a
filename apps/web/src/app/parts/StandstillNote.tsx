import type { EngineProduct, Standstill } from '@fairlead/contract';
import { Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** What each product is called on its page. */
const TITLES = {
  spot: 'tab.spot',
  futures: 'title.futures',
  options: 'title.options',
  wealth: 'title.lockedFunds',
} as const;

export interface StandstillNoteProps {
  product: EngineProduct;
  /** All that stand still, as a quotation has them. */
  standstills: readonly Standstill[] | undefined;
  /** Of what stands around the note. */
  className?: string;
}

/** That a product stands still, and why; nothing while it goes on. */
export function StandstillNote({ product, standstills, className }: StandstillNoteProps) {
  const t = useTranslations('common');
  const own = standstills?.find((each) => each.product === product);
  if (own === undefined) return null;
  return (
    <div className={className} role="status">
      <Note kind="warn">
        {t(`standstill.${own.why}`, { product: t(TITLES[product]) })}
        {standstills?.length === 1 && <> {t('standstill.others')}</>}
      </Note>
    </div>
  );
}
