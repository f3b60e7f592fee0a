/** Passkeys: which domain they belong to, and whether those of operators belong to it. */
import { isEmpty } from '../core/store/exchange-mark.ts';
import { isUpToDate } from '../core/store/migrator.ts';
import { lostPasskeyDomain } from '../operators/index.ts';
import { bad, type Finding, good, note, type OpenSubject } from './finding.ts';

const ABOUT = 'passkeys';

export async function lookAtPasskeys({ config, database }: OpenSubject): Promise<Finding[]> {
  const { passkeys, publicUrl } = config;
  const isKnown =
    database !== undefined && !(await isEmpty(database)) && (await isUpToDate(database));
  const lost = isKnown ? await lostPasskeyDomain(database, passkeys) : undefined;
  if (lost !== undefined)
    return [
      bad(
        ABOUT,
        lost,
        'put PASSKEY_RP_ID and PUBLIC_URL back, or reset operators (docs/operating/console.md#another-domain)',
      ),
    ];
  if (passkeys === undefined)
    return [
      note(
        ABOUT,
        `none: no browser makes one at ${publicUrl}`,
        'a PUBLIC_URL with a name and https:// (docs/operating/configure.md#passkeys)',
      ),
    ];
  const { rpId, origins } = passkeys;
  return [good(ABOUT, `they belong to ${rpId}, pages of ${origins.join(', ')} ask for them`)];
}
