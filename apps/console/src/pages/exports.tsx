import { ExportForm } from '../features/exports/ExportForm.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { exportTexts as t } from '../texts/exports.ts';

/** Tables as CSV files. */
export function Page() {
  return (
    <PageFrame title={t.title} sub={t.sub}>
      <ExportForm />
    </PageFrame>
  );
}
