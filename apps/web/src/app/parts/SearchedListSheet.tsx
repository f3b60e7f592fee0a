import { Sheet } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchField } from './SearchField.tsx';

interface SearchedListSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  searchLabel: string;
  /** What is found; `choose` does what choosing does, closes the sheet and forgets the search. */
  children: (search: string, choose: (chosen: () => void) => void) => ReactNode;
}

/** A long list in a sheet, to be searched. */
export function SearchedListSheet({
  isOpen,
  onOpenChange,
  title,
  searchLabel,
  children,
}: SearchedListSheetProps) {
  const common = useTranslations('common');
  const [search, setSearch] = useState('');
  const choose = (chosen: () => void) => {
    setSearch('');
    chosen();
    onOpenChange(false);
  };
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} title={title} closeLabel={common('close')}>
      <SearchField
        className="sticky top-0 z-10 bg-raised pb-2"
        label={searchLabel}
        value={search}
        onValueChange={setSearch}
      />
      <div className="-mx-4 min-h-[50dvh]">{children(search, choose)}</div>
    </Sheet>
  );
}
