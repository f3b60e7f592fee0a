/** The signer's program as operators run it, with files and settings. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ExchangeWorld, SIGNER_TOKEN } from './signer-world.ts';

const run = promisify(execFile);
const MAIN = path.resolve(import.meta.dirname, '../../../../signer/src/main.ts');
export const PASSWORD = 'a lamp for the harbour';

type Settings = Readonly<Record<string, string | undefined>>;

export class SignerProcess {
  readonly settings: Settings & { readonly SIGNER_KEY_FILE: string };
  readonly #children: ChildProcess[] = [];
  readonly #folder: string;

  /** `node` is where the chain is. */
  constructor(world: ExchangeWorld, { policy, node }: { policy: object; node: Settings }) {
    this.#folder = world.folder;
    this.settings = {
      PATH: process.env['PATH'] ?? '',
      EXCHANGE_URL: world.url,
      ...node,
      SIGNER_TOKEN,
      SIGNER_PASSWORD: PASSWORD,
      SIGNER_KEY_FILE: this.file('key.json'),
      SIGNER_JOURNAL: this.file('journal'),
      SIGNER_POLICY: this.write('policy.json', policy),
      SIGNER_EVERY_SECONDS: '1',
    };
  }

  file(name: string): string {
    return path.join(this.#folder, name);
  }

  write(name: string, content: object): string {
    fs.writeFileSync(this.file(name), JSON.stringify(content));
    return this.file(name);
  }

  /** Ends with what it wrote and its code. */
  async call(
    command: string,
    changes: Settings = {},
    input = '',
  ): Promise<{ code: number; output: string }> {
    const env = { ...this.settings, ...changes } as Record<string, string>;
    try {
      const running = run(process.execPath, [MAIN, command], { env });
      running.child.stdin?.end(input);
      const { stdout } = await running;
      return { code: 0, output: stdout };
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, output: stderr };
    }
  }

  begin(command: string, changes: Settings = {}): ChildProcess {
    const env = { ...this.settings, ...changes } as Record<string, string>;
    const child = spawn(process.execPath, [MAIN, command], { env, stdio: 'pipe' });
    child.stdout?.resume();
    child.stderr?.resume();
    this.#children.push(child);
    return child;
  }

  kill(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}
