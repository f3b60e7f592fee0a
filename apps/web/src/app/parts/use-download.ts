import type { OwnExport, RequestOf } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../data/calls/api.ts';
import { errorText } from '../../data/calls/error-text.ts';
import type { Days } from '../../data/days.ts';
import { saveFile } from '../../data/save-file.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { currentLanguage } from '../../i18n/language.ts';

/** A million rows: beyond that a shorter period is asked for. */
const PARTS_MAX = 200;
/** Spreadsheets take a file without it for one of their own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF';

type Narrowed = Pick<RequestOf<'exportOwn'>, 'symbol' | 'side' | 'type' | 'trigger' | 'status'>;

export interface Download {
  readonly what: OwnExport;
  /** Rows so far. */
  readonly rows: number;
  /** Undefined while parts still come. */
  readonly file?: File;
}

/** Fetches a kind part by part, joins the parts and hands the file to the browser. One at a time. */
export function useDownload(days: Days, narrowed: Narrowed = {}) {
  const [download, setDownload] = useState<Download>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (what: OwnExport) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setDownload({ what, rows: 0 });
    try {
      const request = {
        what,
        ...days,
        ...narrowed,
        time_zone: ownTimeZone(),
        lang: currentLanguage(),
      };
      const { file, rows } = await fetchParts(request, controller.signal, (soFar) =>
        setDownload({ what, rows: soFar }),
      );
      saveFile(file.name, file);
      setDownload({ what, rows, file });
    } catch (error) {
      if (controller.signal.aborted) return;
      setDownload(undefined);
      toast({ kind: 'bad', text: errorText(error) });
    }
  };
  return { download, start };
}

async function fetchParts(
  request: RequestOf<'exportOwn'>,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<{ readonly file: File; readonly rows: number }> {
  const parts = [BYTE_ORDER_MARK];
  let [rows, name, after] = [0, '', undefined as string | undefined];
  for (let part = 0; part < PARTS_MAX; part += 1) {
    const more = after === undefined ? {} : { after };
    const answer = await callApi('exportOwn', { ...request, ...more }, { signal });
    parts.push(answer.csv);
    rows += answer.rows;
    name = answer.filename;
    after = answer.next;
    onRows(rows);
    if (after === undefined) break;
  }
  return { file: new File(parts, name, { type: 'text/csv' }), rows };
}
