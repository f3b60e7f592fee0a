/** What speaks for or against a request, in sentences, and in the few words that a list has room for. */
import type { ReviewCheck } from '@fairlead/contract';

type Name = ReviewCheck['check'];
type Sentences = Readonly<
  Record<ReviewCheck['state'], (known: { date: string | undefined; country: string }) => string>
>;

const never = () => 'Not known';

/** Of something that is young or old: what it is called and what is said where it never changed. */
const aged = (what: string, none: string): Sentences => ({
  passed: ({ date }) => (date === undefined ? none : `${what} ${date}`),
  look: ({ date }) => `${what} ${date}, within 7 days`,
  unknown: never,
});

export const checkTexts = {
  title: 'Checks',
  column: 'Checks',
  passed: (done: number, all: number) => `${done} of ${all}`,
  look: 'Look at this:',
  unknown: 'Not known:',
  fine: 'Passed:',
  more: (count: number) => (count === 1 ? '1 more check passed' : `${count} more checks passed`),
  others: (count: number) => `+${count}`,
  short: {
    books: 'Books',
    card_name: 'Name on card',
    picture: 'Picture repeated',
    document_country: 'Other country',
    country: 'New country',
    device: 'New device',
    destination: 'New destination',
    password: 'New password',
    fund_password: 'New fund password',
    verified: 'Not verified',
    account: 'New account',
    second_factor: 'New second factor',
  } satisfies Record<Name, string> as Readonly<Record<Name, string>>,
  sentences: {
    books: {
      passed: ({ date }) => `The books add up, checked ${date}`,
      look: () => 'The books do not add up',
      unknown: () => 'The books have not been checked yet',
    },
    destination: aged('Destination saved', ''),
    card_name: {
      passed: () => 'The card is in the verified name',
      look: () => 'The card is not in the verified name',
      unknown: () => 'There is no verified name to compare the card with',
    },
    picture: {
      passed: () => 'The picture is under no other claim',
      look: () => 'The picture is under another claim',
      unknown: never,
    },
    document_country: {
      passed: ({ country }) => `Logs in from ${country}, as the document says`,
      look: ({ country }) => `Logs in from ${country}, which is not the country of the document`,
      unknown: () =>
        'Whether it logs in from the country of the document: no proxy names countries',
    },
    verified: {
      passed: () => 'Basic verification has passed',
      look: () => 'Not verified',
      unknown: never,
    },
    account: aged('Account opened', ''),
    password: aged('Password changed', 'Password as at registration'),
    fund_password: aged('Fund password set', 'No fund password'),
    second_factor: {
      passed: () => 'Second factor is on',
      look: ({ date }) =>
        date === undefined ? 'No second factor' : `A second factor was new ${date}`,
      unknown: never,
    },
    device: aged('A device was new', 'No device but the first'),
    country: {
      passed: ({ country }) => `Logs in from ${country}, as before`,
      look: ({ country, date }) => `Logs in from ${country}; a country was new ${date}`,
      unknown: ({ country, date }) =>
        date === undefined
          ? 'From which country: no proxy names it'
          : `Logs in from ${country}; from where before ${date}, nobody knows`,
    },
  } satisfies Record<Name, Sentences> as Readonly<Record<Name, Sentences>>,
} as const;
