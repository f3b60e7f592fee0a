/** What a manager says of the desk: its hours, and where help answers. Read anew each time, so it holds at once. */
import { type ChatSettings, ProblemError, zChatSettings } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';
import { areHoursValid } from './hours.ts';

const KEY = 'chat';

export async function readChatSettings(source: Queryable): Promise<ChatSettings> {
  const parsed = zChatSettings.safeParse((await readSetting(source, KEY)) ?? {});
  return parsed.success ? parsed.data : {};
}

/** Throws `terms_invalid` for hours that nobody can keep and addresses that are none. */
export async function saveChatSettings(
  source: Queryable,
  settings: ChatSettings,
  nowMs: number,
): Promise<ChatSettings> {
  const { hours, url } = settings;
  if (hours !== undefined && !areHoursValid(hours)) throw new ProblemError('terms_invalid');
  if (url !== undefined && !URL.canParse(url)) throw new ProblemError('terms_invalid');
  await writeSetting(source, KEY, { value: JSON.stringify(settings), nowMs });
  return settings;
}
