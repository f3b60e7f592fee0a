import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Office } from '@fairlead/contract';
import { buttonLook, EmptyState, List, ListRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { countryName } from '../../data/countries.ts';
import { OfficeView } from './OfficeView.tsx';

const PATH = 'pages/location/view';

/** All offices by country, or the one that is open. */
export function Offices({ openId }: { openId: number | undefined }) {
  const t = useTranslations('guidance.offices');
  const common = useTranslations('common');
  const query = useApi('offices', {});
  const { data } = query;
  if (data === undefined)
    return <Pending query={query} loading={<LoadingRows count={4} mark={false} />} />;
  const office = data.find(({ id }) => id === openId);
  if (office !== undefined) return <OfficeView office={office} />;
  if (openId !== undefined)
    return (
      <Empty path={PATH} label={common('showList')}>
        {t('missing')}
      </Empty>
    );
  if (data.length === 0)
    return (
      <Empty path="pages/help/center/chat" label={t('contact')}>
        {t('none')}
      </Empty>
    );
  return <ByCountry offices={data} />;
}

function Empty({ children, path, label }: { children: string; path: string; label: string }) {
  return (
    <div className="pt-16">
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={href(path)}>
            {label}
          </a>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

function ByCountry({ offices }: { offices: readonly Office[] }) {
  const locale = useLocale();
  const { compare } = new Intl.Collator(locale);
  const countries = [...new Set(offices.map(({ country }) => country))]
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((left, right) => compare(left.name, right.name));
  return countries.map(({ code, name }) => (
    <section key={code} aria-label={name}>
      <h2 className="fl-group">{name}</h2>
      <List label={name}>
        {offices
          .filter(({ country }) => country === code)
          .map((office) => (
            <ListRow
              key={office.id}
              title={office.name}
              caption={office.address.split('\n').join(', ')}
              chevron
              href={href(PATH, { id: office.id })}
            />
          ))}
      </List>
    </section>
  ));
}
