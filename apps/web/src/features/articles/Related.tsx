import type { HelpTopic } from '@fairlead/contract';
import { List } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useApi } from '../../data/use-api.ts';
import { ArticleRow } from './ArticleRow.tsx';

const RELATED_MAX = 3;

/** Others of the same topic; nothing where there are none, or until they are there. */
export function Related({ id, topic }: { id: number; topic: HelpTopic }) {
  const t = useTranslations('guidance.help');
  const { data } = useApi('newsList', { category: 'help', topic, limit: RELATED_MAX + 1 });
  const others = data?.list.filter((item) => item.id !== id).slice(0, RELATED_MAX) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label={t('related')}>
      <h2 className="fl-group">{t('related')}</h2>
      <List label={t('related')}>
        {others.map((item) => (
          <ArticleRow key={item.id} item={item} detailPath="pages/help/center/detail" />
        ))}
      </List>
    </section>
  );
}
