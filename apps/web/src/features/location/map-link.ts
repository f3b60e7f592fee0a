/** Where an office is shown on a map: by the phone's own maps, else on a public map; pure. */
import type { Office } from '@fairlead/contract';

type Place = Pick<Office, 'name' | 'address' | 'latitude' | 'longitude'>;

const MAP = 'https://www.openstreetmap.org';

/** `geo:` is known to Android only. */
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
