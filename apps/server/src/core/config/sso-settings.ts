/** Settings of operators' login by a provider of OIDC. */
import { optional } from './setting.ts';
import { anyText, upTo, url } from './values.ts';

export const ssoSettings = {
  OIDC_ISSUER: optional(url('http:', 'https:'), {
    meaning:
      'the provider by which operators may log in, to read ([single sign-on](console.md#single-sign-on)); `https://` except on this machine',
  }),
  OIDC_CLIENT_ID: optional(upTo(200), { meaning: 'what the provider calls this exchange' }),
  OIDC_CLIENT_SECRET: optional(anyText, {
    meaning: 'what the provider knows this exchange by; belongs to `OIDC_ISSUER`',
    isSecret: true,
  }),
  OIDC_NAME: optional(upTo(40), {
    meaning: "what the login page's button calls the provider",
    otherwise: 'its host',
  }),
};
