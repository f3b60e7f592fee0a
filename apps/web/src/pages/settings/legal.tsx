import { LEGAL_SLUGS } from '@fairlead/contract/constants';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { LegalText } from '../../app/parts/LegalText.tsx';
import { Screen } from '../../app/Screen.tsx';
import { LegalLinks } from '../../features/settings/LegalLinks.tsx';

/** One legal text by `slug`; all of them without. */
export function Page() {
  const t = useTranslations('guidance.legal');
  const [query] = useSearchParams();
  const slug = LEGAL_SLUGS.find((each) => each === query.get('slug'));
  return (
    <Screen title={slug === undefined ? t('title') : t(`names.${slug}`)}>
      {slug === undefined ? (
        <LegalLinks />
      ) : (
        <div className="gutter pt-2 pb-10">
          <LegalText slug={slug} />
        </div>
      )}
    </Screen>
  );
}
