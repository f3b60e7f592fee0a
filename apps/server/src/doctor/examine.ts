/** All that `npm run doctor` looks at, in the order in which one thing stands on another. Nothing is changed by looking. */
import { type Config, loadConfig } from '../core/config/config.ts';
import { ConfigError, type Environment } from '../core/config/values.ts';
import { firstProblem, openSource } from '../market/feeds/index.ts';
import { lookAtDatabase, openSubject } from './database.ts';
import { lookAtEngines } from './engines.ts';
import {
  bad,
  type Finding,
  good,
  note,
  type OpenSubject,
  type Subject,
  wordsOf,
} from './finding.ts';
import { lookAtLimits } from './limits.ts';
import { lookAtClock, lookAtDisk, lookAtFsync } from './machine.ts';
import {
  lookAtCertificate,
  lookAtChains,
  lookAtMail,
  lookAtSigner,
  lookAtSms,
  lookAtVenues,
} from './outside.ts';
import { lookAtPasskeys } from './passkeys.ts';
import { lookAtRedis, lookAtServer } from './processes.ts';
import { lookAtReports } from './reports.ts';
import { lookAtSecrets } from './secrets.ts';
import { lookAtSso } from './sso.ts';
import { lookAtWebhooks } from './webhooks.ts';

const LOOKS: readonly ((subject: OpenSubject) => Promise<Finding[]>)[] = [
  lookAtSecrets,
  lookAtServer,
  lookAtClock,
  lookAtDisk,
  lookAtFsync,
  lookAtDatabase,
  lookAtEngines,
  lookAtReports,
  lookAtPasskeys,
  lookAtSso,
  lookAtRedis,
  lookAtLimits,
  lookAtCertificate,
  lookAtMail,
  lookAtSms,
  lookAtChains,
  lookAtSigner,
  lookAtVenues,
  lookAtWebhooks,
];

export interface Examined {
  readonly environment: Environment;
  /** Names that look like settings and are none. */
  readonly ignored: readonly string[];
  readonly mailTo?: string;
  readonly smsTo?: string;
  readonly patroniUrl?: string;
  readonly nodeArguments?: readonly string[];
}

/** Looks at everything, and gives what it found. Settings that are wrong are all there is to say. */
export async function examine(examined: Examined): Promise<Finding[]> {
  const names = examined.ignored.map((line) =>
    note('settings', line, 'take it out, or name it right'),
  );
  let config: Config;
  try {
    config = loadConfig(examined.environment, examined.nodeArguments);
    await openSource(config.feed);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const first = await firstProblem(examined.environment, error);
    return [...names, bad('settings', first.message, 'docs/operating/configure.md')];
  }
  const kind = config.isDemo ? (config.isSandbox ? 'a sandbox' : 'a demo') : 'a real exchange';
  const settings = good('settings', `${kind}, prices ${config.feed.kind}, role ${config.role}`);
  const { found, ...subject } = await openSubject(subjectOf(examined, config));
  try {
    return [...names, settings, ...found, ...(await lookAtAll(subject))];
  } finally {
    await subject.database?.close();
  }
}

const subjectOf = (
  { environment, mailTo, smsTo, patroniUrl }: Examined,
  config: Config,
): Subject => ({
  config,
  environment,
  ...(mailTo !== undefined && { mailTo }),
  ...(smsTo !== undefined && { smsTo }),
  ...(patroniUrl !== undefined && { patroniUrl }),
});

/** One after the other: what takes long outside is told in the order of the page. */
async function lookAtAll(subject: OpenSubject): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const look of LOOKS) {
    try {
      found.push(...(await look(subject)));
    } catch (error) {
      found.push(bad(look.name, wordsOf(error), 'it could not be looked at'));
    }
  }
  return found;
}
