import type { Office } from '@fairlead/contract';
import { Button, buttonLook, Icon, SettingRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { countryName } from '../../data/countries.ts';
import { useCopy } from '../../data/use-copy.ts';
import { GlobeDrawing } from './GlobeDrawing.tsx';
import { mapLink } from './map-link.ts';

/** One office: where it is, when it is open, how to reach it. */
export function OfficeView({ office }: { office: Office }) {
  const t = useTranslations('guidance.offices');
  const locale = useLocale();
  const copy = useCopy();
  const { name, country, address, phone, email, hours, latitude, longitude } = office;
  return (
    <>
      {latitude !== undefined && longitude !== undefined && (
        <GlobeDrawing latitude={Number(latitude)} longitude={Number(longitude)} />
      )}
      <section className="gutter pt-4 pb-4">
        <h2 className="text-20 font-strong">{name}</h2>
        <p className="text-secondary">{countryName(country, locale)}</p>
        <address className="mt-3 whitespace-pre-line not-italic select-text">{address}</address>
        <div className="mt-4 grid grid-cols-2 gap-2">
          <Button size={44} icon="copy" onClick={() => void copy(`${name}\n${address}`)}>
            {t('copy')}
          </Button>
          <a
            {...buttonLook({ size: 44 })}
            href={mapLink(office, navigator.userAgent)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="external" size={16} />
            {t('map')}
          </a>
        </div>
      </section>
      {hours !== undefined && <SettingRow icon="clock" label={t('hours')} value={hours} />}
      {phone !== undefined && (
        <SettingRow
          icon="device"
          label={t('phone')}
          value={phone}
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
        />
      )}
      {email !== undefined && (
        <SettingRow icon="mail" label={t('email')} value={email} href={`mailto:${email}`} />
      )}
    </>
  );
}
