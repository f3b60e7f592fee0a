/** The image's file system as the Dockerfile's last stage copies it, of what this clone has installed and built. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Instruction, readDockerfile, readIgnored } from '../../tools/dockerfile.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Image {
  /** Its root on this machine. */
  readonly folder: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly check: readonly string[];
  /** Folders that its user may write, where a volume is one's own. */
  readonly volumes: readonly string[];
}

export function makeImage(folder: string): Image {
  const steps = readDockerfile(path.join(root, 'Dockerfile'));
  const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
  const find = (name: string): Instruction => {
    const step = last.find((each) => each.name === name);
    if (step === undefined) throw new Error(`the image has no ${name}`);
    return step;
  };
  const workdir = find('WORKDIR').text;
  const isIgnored = readIgnored(path.join(root, '.dockerignore'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !isIgnored(file) && existsSync(path.join(root, file)));
  for (const { from, words } of last.filter(({ name }) => name === 'COPY')) {
    const target = words.at(-1) ?? '';
    if (from !== undefined) {
      // Built and installed here already; modules are mounted where they are to be.
      const source = path.join(root, target);
      const to = path.join(folder, workdir, target);
      if (target.endsWith('node_modules')) mkdirSync(to, { recursive: true });
      else cpSync(source, to, { recursive: true });
      continue;
    }
    for (const source of words.slice(0, -1))
      for (const file of files.filter((each) => each === source || each.startsWith(`${source}/`)))
        cpSync(path.join(root, file), path.join(folder, workdir, file));
  }
  return {
    folder,
    workdir,
    env: Object.fromEntries(find('ENV').words.map((pair) => pair.split('=') as [string, string])),
    command: find('CMD').list,
    check: find('HEALTHCHECK').list,
    volumes: find('VOLUME').words,
  };
}
