/** Where passkeys can be asked for at all: a page of their domain, secure, in a browser that knows them. */
import type { Config } from '@fairlead/contract';
import { useConfig } from '../use-config.ts';

export interface Page {
  readonly hostname: string;
  readonly isSecure: boolean;
  readonly hasWebAuthn: boolean;
}

const here = (): Page => ({
  hostname: window.location.hostname,
  isSecure: window.isSecureContext,
  hasWebAuthn: 'PublicKeyCredential' in window,
});

export function isPasskeyPlace(config: Pick<Config, 'passkeys'> | undefined, page: Page): boolean {
  const domain = config?.passkeys?.rp_id;
  if (domain === undefined || !page.isSecure || !page.hasWebAuthn) return false;
  return page.hostname === domain || page.hostname.endsWith(`.${domain}`);
}

export const usePasskeyPlace = (): boolean => isPasskeyPlace(useConfig().data, here());

/** What a passkey was traded for; it stands where six digits would. */
export const isTicket = (text: string): boolean => text.startsWith('pk_');
