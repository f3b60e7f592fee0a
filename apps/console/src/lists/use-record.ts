import { useState } from 'react';
import type { RowChoice } from './DataTable.tsx';
import { useOpenRow } from './use-open-row.ts';

export interface OpenRecord {
  /** The open row; undefined while a new one is written. */
  readonly openId: number | undefined;
  readonly isNew: boolean;
  readonly choice: RowChoice;
  /** Begins a new one. */
  readonly begin: () => void;
  readonly close: () => void;
}

/** A list whose panel shows one of its rows, or a new one; `startsNew` where the page was opened to write one. */
export function useRecord(startsNew = false): OpenRecord {
  const row = useOpenRow();
  const [isNew, setNew] = useState(startsNew);
  return {
    openId: isNew ? undefined : row.openId,
    isNew,
    choice: {
      ...row.choice,
      onOpen: (id) => {
        setNew(false);
        row.open(id);
      },
    },
    begin: () => {
      row.close();
      setNew(true);
    },
    close: () => {
      setNew(false);
      row.close();
    },
  };
}
