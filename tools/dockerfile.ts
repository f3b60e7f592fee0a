/** Reads a Dockerfile and its list of what is left out, as far as ours go. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Instruction {
  readonly name: string;
  /** All behind the name. */
  readonly text: string;
  /** Its words, without options. */
  readonly words: readonly string[];
  /** Of `COPY --from=`. */
  readonly from: string | undefined;
  /** Of CMD and HEALTHCHECK in their JSON form; otherwise empty. */
  readonly list: readonly string[];
}

export function readDockerfile(file: string): Instruction[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      const text = rest.join(' ');
      const json = text.slice(text.indexOf('['));
      const isList = (name === 'CMD' || name === 'HEALTHCHECK') && text.includes('[');
      return {
        name,
        text,
        words: rest.filter((word) => !word.startsWith('--')),
        from: rest.find((word) => word.startsWith('--from='))?.slice('--from='.length),
        list: isList ? (JSON.parse(json) as string[]) : [],
      };
    });
}

/** Whether a .dockerignore leaves a file out, by itself or with its folder. */
export function readIgnored(file: string): (name: string) => boolean {
  const patterns = readFileSync(file, 'utf8').trim().split('\n');
  return (name) =>
    patterns.some(
      (pattern) => path.matchesGlob(name, pattern) || path.matchesGlob(name, `${pattern}/**`),
    );
}
