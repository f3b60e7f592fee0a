import type { Office } from '@fairlead/contract';
import { Button, buttonLook, Icon, SettingRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { countryName } from '../../data/countries.ts';
import { useCopy } from '../../data/use-copy.ts';

type Place = Pick<Office, 'name' | 'address' | 'latitude' | 'longitude'>;

const MAP = 'https://www.openstreetmap.org';

/** Where an office is shown on a map: by the phone's own maps (`geo:` is known to Android only), else on a public map. */
export function mapLink({ name, address, latitude, longitude }: Place, userAgent: string): string {
  const query = encodeURIComponent(address.replaceAll('\n', ', '));
  const hasPlace = latitude !== undefined && longitude !== undefined;
  if (/android/i.test(userAgent))
    return hasPlace
      ? `geo:${latitude},${longitude}?q=${latitude},${longitude}(${encodeURIComponent(name)})`
      : `geo:0,0?q=${query}`;
  return hasPlace
    ? `${MAP}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
    : `${MAP}/search?query=${query}`;
}

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

const WIDTH = 360;
const HEIGHT = 120;
const MERIDIANS = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150];
const PARALLELS = [-60, -30, 0, 30, 60];

const xOf = (longitude: number): number => ((longitude + 180) / 360) * WIDTH;
const yOf = (latitude: number): number => ((90 - latitude) / 180) * HEIGHT;

/** Where on the globe, without anybody's map: a grid of meridians with a mark. The address beside it says it in words. */
function GlobeDrawing({ latitude, longitude }: { latitude: number; longitude: number }) {
  const x = xOf(longitude);
  const y = yOf(latitude);
  return (
    <svg
      className="block w-full bg-raised text-muted"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <g stroke="var(--hairline)" fill="none">
        {MERIDIANS.map((at) => (
          <path key={at} d={`M${xOf(at)} 0V${HEIGHT}`} />
        ))}
        {PARALLELS.map((at) => (
          <path key={at} d={`M0 ${yOf(at)}H${WIDTH}`} />
        ))}
      </g>
      <path d={`M0 ${yOf(0)}H${WIDTH}`} stroke="currentColor" strokeOpacity={0.4} />
      <g stroke="var(--brand)" strokeOpacity={0.5} strokeDasharray="2 3">
        <path d={`M${x} 0V${HEIGHT}M0 ${y}H${WIDTH}`} />
      </g>
      <circle cx={x} cy={y} r={9} fill="var(--brand)" fillOpacity={0.2} />
      <circle cx={x} cy={y} r={4} fill="var(--brand)" />
    </svg>
  );
}
