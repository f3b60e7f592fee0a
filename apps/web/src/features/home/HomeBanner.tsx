import type { NewsItem } from '@fairlead/contract';
import { Banner } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { dismissBanner } from '../../data/settings.ts';

/** At most one; put away, it does not come back. */
export function HomeBanner({ banner }: { banner: NewsItem }) {
  const t = useTranslations('home');
  return (
    <div className="gutter">
      <Banner
        title={banner.title}
        dismissLabel={t('dismiss', { title: banner.title })}
        onDismiss={() => dismissBanner(banner.id)}
      >
        {banner.summary}{' '}
        <a
          className="hit font-medium whitespace-nowrap text-brand"
          href={href('pages/index/notice/notice', { id: banner.id })}
        >
          {t('readMore')}
        </a>
      </Banner>
    </div>
  );
}
