/** A provider of OIDC on this machine, with its own plain pages: whoever types a name is that subject. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface LocalProvider {
  readonly settings: Readonly<Record<string, string>>;
  /** Says where to send people back to, once that is known. */
  readonly open: (redirectUri: string) => void;
  readonly stop: () => Promise<void>;
}

export async function startProvider(): Promise<LocalProvider> {
  let handle: RequestListener = (_request, response) => response.writeHead(503).end();
  const home = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => home.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(home.address() as AddressInfo).port}`;
  const [client_id, client_secret] = ['console', 'what the provider knows it by'];
  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client_id,
      OIDC_CLIENT_SECRET: client_secret,
      OIDC_NAME: 'Harbour ID',
    },
    open: (redirectUri) => {
      const client = { client_id, client_secret, redirect_uris: [redirectUri] };
      const provider = new Provider(issuer, {
        clients: [{ ...client, response_types: ['code'], grant_types: ['authorization_code'] }],
        pkce: { required: () => true },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
      });
      handle = provider.callback();
    },
    stop: async () => {
      home.closeAllConnections();
      await new Promise((resolve) => home.close(resolve));
    },
  };
}
