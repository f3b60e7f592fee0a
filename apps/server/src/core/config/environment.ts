/** Reads settings: `.env` and the environment, secrets from files, names that nobody knows, each value by the table. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { ignoredNames, refuseMistyped, SECRETS } from './names.ts';
import type { Setting } from './setting.ts';
import { type Given, SETTINGS, type SettingName } from './settings.ts';
import { ConfigError, type Environment, text } from './values.ts';

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** The process's environment over the `.env` file of the working folder, if there is one, with secrets from files. */
export function readEnvironment(folder = process.cwd()): Environment {
  const environment = { ...writtenIn(folder), ...process.env };
  refuseMistyped(environment);
  return withSecretFiles(environment);
}

/** The files that secrets are read from. */
export const secretFiles = (environment: Environment): string[] =>
  SECRETS.map((name) => text(environment, `${name}_FILE`)).filter((file) => file !== undefined);

/** A line for each name in them that looks like a setting and is none. */
export function readIgnored(folder = process.cwd()): string[] {
  const written = writtenIn(folder);
  return ignoredNames({ ...written, ...process.env }, written);
}

function writtenIn(folder: string): Environment {
  const file = path.join(folder, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/**
 * Adds what the files of secrets say, as container engines and systemd hand them over: `SECRET_KEY_FILE` names one with the
 * value. One that cannot be read, or a value given twice, is a ConfigError.
 */
export function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = text(environment, `${name}_FILE`);
    if (file === undefined) continue;
    if (text(environment, name) !== undefined)
      throw new ConfigError(name, `is given twice: ${name} and ${name}_FILE`);
    try {
      read[name] = readFileSync(file, 'utf8');
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : 'unreadable';
      throw new ConfigError(`${name}_FILE`, `${file} cannot be read: ${reason}`);
    }
    if (text(read, name) === undefined) throw new ConfigError(`${name}_FILE`, `${file} is empty`);
  }
  return { ...environment, ...read };
}

const SCHEMA = z.object(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { schema }]: [string, Setting]) => [name, schema]),
  ),
);

/** Each value by itself; the first that is wrong is a ConfigError. */
export function parseSettings(environment: Environment): Given {
  const { success, data, error } = SCHEMA.safeParse(
    Object.fromEntries(NAMES.map((name) => [name, text(environment, name)])),
  );
  if (success) return data as unknown as Given;
  const [first] = error.issues;
  throw new ConfigError(String(first?.path[0]), first?.message ?? 'is wrong');
}
