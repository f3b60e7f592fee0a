/** An authenticator that Chromium holds for one page (CDP: WebAuthn): its person is there and known, and taps when asked. */
import type { CDPSession, Page } from 'playwright-core';
import { PASSWORD } from './people.ts';

export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async add(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Whether its person taps; while not, what is asked waits. */
  async taps(enabled: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: this.#id,
      enabled,
    });
  }

  /** Whether it knows its person. */
  async knows(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', {
      authenticatorId: this.#id,
      isUserVerified,
    });
  }

  async count(): Promise<number> {
    const authenticatorId = this.#id;
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId,
    });
    return credentials.length;
  }

  /** Takes a copy of its keys to another page's, as a thief would. */
  async copyTo(other: VirtualAuthenticator): Promise<void> {
    const authenticatorId = this.#id;
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId,
    });
    for (const credential of credentials)
      await other.#session.send('WebAuthn.addCredential', {
        authenticatorId: other.#id,
        credential,
      });
  }
}

/** Adds a passkey by the password, and keeps the recovery codes that come with the first: gives them. */
export async function addPasskey(page: Page, name: string): Promise<readonly string[]> {
  await page.goto('/#/pages/settings/security/passkeys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill(name);
  await sheet.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey protects login and withdrawals.').waitFor();
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  await page.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: new RegExp(name) }).waitFor();
  return codes;
}
