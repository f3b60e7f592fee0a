import type { OperatorNews } from '@fairlead/contract';
import { LANGUAGES } from '@fairlead/contract/constants';
import { Badge, formatDate } from '@fairlead/ui';
import { serverNow } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { titleOf } from './model.ts';
import { newsTexts as t } from './texts.ts';

export const columns: readonly Column<OperatorNews>[] = [
  {
    id: 'title',
    header: t.columns.title,
    card: 'title',
    cell: (article) => <span className="con-cut font-medium">{titleOf(article)}</span>,
  },
  {
    id: 'languages',
    header: t.columns.languages,
    cell: ({ translations }) => (
      <span className={translations.length < LANGUAGES.length ? 'text-warn' : 'text-muted'}>
        {`${translations.length} of ${LANGUAGES.length}`}
      </span>
    ),
  },
  {
    id: 'state',
    header: t.columns.state,
    cell: ({ published_at }) =>
      published_at <= serverNow() ? (
        <Badge kind="good">{t.states.shown}</Badge>
      ) : (
        <Badge kind="wait">{t.states.waiting}</Badge>
      ),
  },
  {
    id: 'published',
    header: t.columns.published,
    align: 'end',
    card: 'end',
    cell: ({ published_at }) => formatDate(published_at, 'dayMinute', 'en'),
  },
];
