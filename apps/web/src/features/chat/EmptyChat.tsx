import { useApi } from '@fairlead/calls';
import { EmptyState, List, ListRow, SectionHead, TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

const SUGGESTIONS = 3;

/** Before the first message: what this is, and what may be answered already. */
export function EmptyChat() {
  const t = useTranslations('chat');
  const common = useTranslations('common');
  const articles = useApi('newsList', { category: 'help', limit: SUGGESTIONS });
  const list = articles.data?.list ?? [];
  return (
    <div className="-mx-4 grid gap-4 py-6">
      <EmptyState>{t('empty')}</EmptyState>
      {list.length > 0 && (
        <section>
          <SectionHead
            title={t('suggestions')}
            end={
              <TextLink href={href('pages/help/center/center')} chevron>
                {common('all')}
              </TextLink>
            }
          />
          <List label={t('suggestions')}>
            {list.map(({ id, title, summary }) => (
              <ListRow
                key={id}
                title={title}
                caption={<span className="line-clamp-1">{summary}</span>}
                chevron
                href={href('pages/help/center/detail', { id })}
              />
            ))}
          </List>
        </section>
      )}
    </div>
  );
}
