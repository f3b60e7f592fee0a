import type { LegalSlug } from '@fairlead/contract';
import { Button, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { LegalText } from './LegalText.tsx';

export interface LegalSheetProps {
  slug: LegalSlug;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Under the text; without it the text is only read. */
  accept?: { readonly label: string; readonly onAccept: () => void };
}

/** A legal text over the page that it is agreed to on. */
export function LegalSheet({ slug, isOpen, onOpenChange, accept }: LegalSheetProps) {
  const t = useTranslations('guidance.legal.names');
  const common = useTranslations('common');
  const press = () => {
    accept?.onAccept();
    onOpenChange(false);
  };
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t(slug)}
      closeLabel={common('close')}
      footer={
        accept && (
          <Button variant="main" block onClick={press}>
            {accept.label}
          </Button>
        )
      }
    >
      <div className="pb-2">{isOpen && <LegalText slug={slug} />}</div>
    </Sheet>
  );
}
