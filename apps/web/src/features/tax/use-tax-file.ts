import type { TAX_FILES } from '@fairlead/contract/constants';
import { toast } from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../data/calls/api.ts';
import { errorText } from '../../data/calls/error-text.ts';
import { saveFile } from '../../data/save-file.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { type TaxChoice, taxTerms } from './model.ts';

type Format = (typeof TAX_FILES)[number];

/** As many as the most entries that a report takes. */
const PARTS_MAX = 50;

/** Fetches a file part by part, joins the parts and hands it to the browser. One at a time. */
export function useTaxFile(choice: TaxChoice) {
  const [running, setRunning] = useState<Format>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (format: Format) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setRunning(format);
    try {
      const request = { ...taxTerms(choice, ownTimeZone()), format };
      const parts: string[] = [];
      let [name, after] = ['', undefined as string | undefined];
      for (let part = 0; part < PARTS_MAX; part += 1) {
        const more = after === undefined ? {} : { after };
        const answer = await callApi('taxFile', { ...request, ...more }, { signal });
        parts.push(answer.text);
        name = answer.filename;
        after = answer.next;
        if (after === undefined) break;
      }
      saveFile(name, new Blob(parts, { type: 'text/plain' }));
    } catch (error) {
      if (!signal.aborted) toast({ kind: 'bad', text: errorText(error) });
    }
    if (!signal.aborted) setRunning(undefined);
  };
  return { running, start };
}
