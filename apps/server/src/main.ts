/**
 * Starts the server and stands between it and the process: settings, signals, exit codes. Exit codes: 0 after
 * a stop, 1 when a start was refused (with one line that says why), 70 after a fault, or the code of the
 * embedded database when it ended.
 */
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import type { Logger } from 'pino';
import type { RunningServer } from './bring-up.ts';
import { type Config, loadConfig, readEnvironment } from './config.ts';
import { ConfigError } from './config-values.ts';
import { STOP_TIMEOUT_MS } from './limits.ts';
import { createLog } from './plugins/log.ts';
import { StartRefusedError } from './store/database.ts';
import { writePrivately } from './store/private-folder.ts';

const EXIT_REFUSED = 1;
const EXIT_FAULT = 70;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The line for a start that was refused; undefined for what is a fault. */
function refusalLine(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartRefusedError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { port, address } = error as Error & { readonly port?: number; readonly address?: string };
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${address}:${port} is in use by another process`;
    case 'EADDRNOTAVAIL':
      return `HOST: this machine has no address ${address}`;
    case 'EACCES':
      return port === undefined ? undefined : `PORT: this user may not listen on port ${port}`;
    case 'ENOTFOUND':
      return 'HOST: this name has no address';
    default:
      return undefined;
  }
}

function readConfig(): Config {
  try {
    return loadConfig(readEnvironment(), process.execArgv);
  } catch (error) {
    const line = refusalLine(error);
    if (line === undefined) throw error;
    process.stderr.write(`Fairlead cannot start. ${line}\n`);
    process.exit(EXIT_REFUSED);
  }
}

function announce(config: Config, server: RunningServer): void {
  const word = config.isSandbox ? 'sandbox' : 'demo';
  const kind = config.isDemo ? `${word}, ${config.feed.kind} prices, test funds only` : 'real';
  const part = config.role === 'all' ? '' : `, ${config.role}`;
  say(`Fairlead is ready at ${config.publicUrl} (${kind}${part}).`);
  say(`Operators' console: ${config.publicUrl}/console/`);
  say(`Storage: ${server.durability}.`);
  if (config.feed.kind === 'simulated' && config.feed.seed !== undefined)
    say('FEED_SEED is set: every price to come can be computed by anybody. For tests only.');
  if (server.ownerPassword === undefined) return;
  const { name, password } = config.operator;
  say(
    password === undefined
      ? `First operator: ${name} with the password ${server.ownerPassword} (shown only now).`
      : `First operator: ${name} with the password from OPERATOR_PASSWORD.`,
  );
  if (!config.isDemo)
    say('Operators log in with a second factor, which the first login to the console sets up.');
}

async function main(): Promise<void> {
  writePrivately();
  const config = readConfig();
  const log = createLog(config.logLevel);
  const startAbort = new AbortController();
  let server: RunningServer | undefined;
  let isEnding = false;

  /** Takes everything down, then ends; whoever waits longer than STOP_TIMEOUT_MS is left behind. */
  async function end(code: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    startAbort.abort();
    const deadline = setTimeout(() => {
      log.error('the stop took too long');
      process.exit(code === 0 ? EXIT_FAULT : code);
    }, STOP_TIMEOUT_MS);
    deadline.unref();
    await server?.stop();
    process.exit(code);
  }

  function endAfterFault(cause: unknown, text: string, exitCode = EXIT_FAULT): void {
    log.fatal({ err: cause }, text);
    void end(exitCode === 0 ? EXIT_FAULT : exitCode);
  }

  listenForEnd(log, end, endAfterFault);
  try {
    // A wrong setting is told before all this is loaded; loaded once, it is loaded faster the next time.
    enableCompileCache();
    const start =
      config.role === 'gateway'
        ? (await import('./processes/gateway.ts')).startGateway
        : (await import('./server.ts')).startServer;
    server = await start({
      config,
      log,
      signal: startAbort.signal,
      onFatal: (cause, exitCode) => endAfterFault(cause, 'cannot go on', exitCode),
    });
    announce(config, server);
  } catch (error) {
    if (isEnding) return;
    const line = refusalLine(error);
    if (line === undefined) log.fatal({ err: error }, 'the start failed');
    else process.stderr.write(`Fairlead cannot start. ${line}\n`);
    process.exit(line === undefined ? EXIT_FAULT : EXIT_REFUSED);
  }
}

function listenForEnd(
  log: Logger,
  end: (code: number) => Promise<void>,
  endAfterFault: (cause: unknown, text: string) => void,
): void {
  let hasAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (hasAsked) process.exit(EXIT_FAULT);
      hasAsked = true;
      log.info({ signal }, 'stopping');
      void end(0);
    });
  }
  process.on('uncaughtException', (error) => endAfterFault(error, 'uncaught error'));
  process.on('unhandledRejection', (error) => endAfterFault(error, 'unhandled rejection'));
}

await main();
