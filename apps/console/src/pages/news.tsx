import { Button, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { columns } from '../features/news/columns.tsx';
import { CATEGORIES, type Category } from '../features/news/model.ts';
import { NewsEditor } from '../features/news/NewsEditor.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { newsTexts as t } from '../texts/news.ts';

const DEFAULTS = { tab: '' } as const;
const PAGE_LIMIT = 50;

/** Announcements, banners and help articles; one of them in the editor. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const category: Category = CATEGORIES.find((name) => name === values.tab) ?? 'notice';
  const query = useApi(
    'operatorNews',
    { category, page, limit: PAGE_LIMIT },
    { keepPrevious: true },
  );
  const row = useOpenRow();
  const [isNew, setNew] = useState(false);
  const mayEdit = useMay('saveNews');
  const [isEditing, setEditing] = useState(false);
  const article = query.data?.list.find(({ id }) => id === row.openId);
  const close = () => {
    setNew(false);
    setEditing(false);
    row.close();
  };
  if (isNew || (isEditing && article !== undefined))
    return (
      <NewsEditor
        key={isNew ? '' : row.openId}
        article={isNew ? undefined : article}
        category={category}
        onClose={close}
      />
    );
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayEdit && (
          <Button size={44} icon="plus" onClick={() => setNew(true)}>
            {t.add[category]}
          </Button>
        )
      }
    >
      <Tabs
        label={t.tabsLabel}
        value={category}
        items={CATEGORIES.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => set({ tab: value === 'notice' ? '' : value })}
      />
      <DataTable
        label={t.tabs[category]}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        choice={{
          ...row.choice,
          onOpen: (id) => {
            row.open(id);
            setEditing(true);
          },
        }}
        empty={t.empty[category]}
        onPage={setPage}
      />
    </PageFrame>
  );
}
