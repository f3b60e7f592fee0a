import { Button, EmptyState, List } from '@fairlead/ui';
import { Fragment, type ReactNode, useState } from 'react';

export interface ListWithNewProps<Item> {
  words: {
    /** Above the list. */
    lead: string;
    /** Names the list. */
    list: string;
    none: string;
    create: string;
  };
  items: readonly Item[];
  row: (item: Item) => ReactNode;
  /** Below the button. */
  note: ReactNode;
  /** The sheet that makes another. */
  form: (sheet: { isOpen: boolean; onClose: () => void }) => ReactNode;
}

/** What somebody has made of a kind, and the button that makes one more. */
export function ListWithNew<Item>({ words, items, row, note, form }: ListWithNewProps<Item>) {
  const [isOpen, setOpen] = useState(false);
  const [round, begin] = useState(0);
  return (
    <>
      <p className="gutter pb-2 text-secondary">{words.lead}</p>
      {items.length === 0 ? (
        <EmptyState>{words.none}</EmptyState>
      ) : (
        <List label={words.list}>{items.map(row)}</List>
      )}
      <div className="grid gap-4 gutter pt-4">
        <Button
          variant="main"
          block
          icon="plus"
          onClick={() => {
            begin(round + 1);
            setOpen(true);
          }}
        >
          {words.create}
        </Button>
        {note}
      </div>
      {/* Each opening begins anew. */}
      <Fragment key={round}>{form({ isOpen, onClose: () => setOpen(false) })}</Fragment>
    </>
  );
}
