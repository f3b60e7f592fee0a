/** Operators' login by a provider of OIDC: whether it is there and describes itself. */
import { bad, type Finding, good, type OpenSubject } from './finding.ts';

const ABOUT = 'single sign-on';
const PROVIDER_MS = 10_000;

export async function lookAtSso({ config: { sso } }: OpenSubject): Promise<Finding[]> {
  if (sso === undefined) return [];
  const issuer = sso.issuer.href.replace(/\/$/, '');
  const what = 'OIDC_ISSUER (docs/operating/console.md#single-sign-on)';
  try {
    const url = `${issuer}/.well-known/openid-configuration`;
    const response = await fetch(url, { signal: AbortSignal.timeout(PROVIDER_MS) });
    const said = (await response.json()) as { readonly issuer?: unknown };
    if (said.issuer !== issuer && said.issuer !== sso.issuer.href)
      return [bad(ABOUT, `${issuer} calls itself ${String(said.issuer)}`, what)];
  } catch {
    return [bad(ABOUT, `${issuer} does not answer`, what)];
  }
  return [good(ABOUT, `${sso.name} answers; it sends operators back to ${sso.redirectUri}`)];
}
