/** The app as a person uses it. */
import type { Locator, Page } from 'playwright-core';
import { call } from './api.ts';
import { PASSWORD } from './people.ts';

/** Fills in the registration form, with the code out of the demo's inbox; the page is opened unless it is open. */
export async function registerInApp(
  page: Page,
  email: string,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): Promise<void> {
  if (!isOpen) await page.goto('/#/pages/user/login/register');
  await page.getByRole('radio', { name: 'E-mail' }).check({ force: true });
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await takeDemoCode(page);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Password again' }).fill(PASSWORD);
  await page.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.waitForURL((url) => !url.hash.includes('login'));
}

/** Has a code sent and fills it in from the demo's inbox, which takes a call. */
export async function takeDemoCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: 'Fill in the code' }).click();
  const field = page.getByRole('textbox', { name: 'Verification code' });
  await page.waitForFunction(
    (input) => (input as HTMLInputElement).value !== '',
    await field.elementHandle(),
  );
}

/** Fills in the login form up to what the server asks next. */
export async function logInToApp(page: Page, email: string): Promise<void> {
  await page.goto('/#/pages/user/login/login');
  await page.getByRole('radio', { name: 'E-mail' }).check({ force: true });
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Lets the page begin as a user who is logged in already. */
export async function keepLogin(page: Page, url: string, token: string): Promise<void> {
  const { user } = await call(url, 'center', {}, token);
  await page.addInitScript(
    ([key, value]) => {
      // Blank pages have no storage, and a login that the page itself ended stays ended.
      if (location.protocol === 'about:' || sessionStorage.getItem('kept') !== null) return;
      sessionStorage.setItem('kept', '1');
      localStorage.setItem('token', key ?? '');
      localStorage.setItem('user', value ?? '');
    },
    [token, JSON.stringify(user)],
  );
}

/** Types into the six boxes that stand under a label; each passes the focus on. */
export async function typeDigits(
  scope: Page | Locator,
  label: string,
  digits: string,
): Promise<void> {
  const boxes = scope.getByRole('group', { name: label, exact: true });
  await boxes.locator('input').first().pressSequentially(digits);
}

/** Chooses a picture for a photo field, and waits until the server has it. */
export async function choosePhoto(page: Page, label: string, picture: Buffer): Promise<void> {
  const field = page.getByRole('group', { name: label });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture };
  await field.locator('input[type=file]:not([capture])').setInputFiles(file);
  await field.getByText('Uploaded').waitFor();
}

/** Takes what the demo's faucet offers first: USDT into the coin account. */
export async function takeTestFunds(page: Page): Promise<void> {
  await page.goto('/#/pages/assets/index');
  await page.getByRole('button', { name: 'Test funds', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Get / }).click();
  await page.getByText('Test funds arrived').waitFor();
  await sheet.waitFor({ state: 'hidden' });
}
