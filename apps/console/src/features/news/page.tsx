import { useApi } from '@fairlead/calls';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { columns } from './columns.tsx';
import { NewsEditor } from './NewsEditor.tsx';
import { newsTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const PAGE_LIMIT = 50;

/** Announcements, banners and help articles; one of them in the editor. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const tabs = tabsOf(['notice', 'banner', 'help'], filters, t);
  const category = tabs.value;
  const query = useApi(
    'operatorNews',
    { category, page: filters.page, limit: PAGE_LIMIT },
    { keepPrevious: true },
  );
  const record = useRecord();
  const { isNew, openId, close } = record;
  const article = query.data?.list.find(({ id }) => id === openId);
  if (isNew || article !== undefined)
    return <NewsEditor key={openId} article={article} category={category} onClose={close} />;
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      tabs={tabs}
      record={record}
      add={{ act: 'saveNews', label: t.add[category] }}
      list={listed({
        label: t.tabs[category],
        columns,
        query,
        rowId: ({ id }) => id,
        empty: t.empty[category],
        onPage: filters.setPage,
      })}
    />
  );
}
