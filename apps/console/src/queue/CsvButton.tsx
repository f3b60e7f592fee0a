import { useAction } from '@fairlead/calls';
import type { RequestOf } from '@fairlead/contract';
import { Button, toast } from '@fairlead/ui';
import { saveFile } from '../data/download.ts';
import { tableTexts as t } from '../lists/texts.ts';

/** The list as a file; personal fields stay masked. */
export function CsvButton({ request }: { request: RequestOf<'exportRows'> }) {
  const { run, isRunning } = useAction('exportRows', {
    onSuccess: ({ filename, csv, rows }) => {
      saveFile(filename, csv);
      toast({ text: t.csvSaved(rows.toLocaleString('en')) });
    },
  });
  return (
    <Button size={44} icon="download" busy={isRunning} onClick={() => run(request)}>
      {t.csv}
    </Button>
  );
}
