/**
 * Starts the server and stands between it and the process: settings, signals, exit codes. Exit codes: 0 after
 * a stop, 1 when a start was refused (with one line that says why), 70 after a fault, or the code of the
 * embedded database when it ended.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, loadConfig } from './core/config/config.ts';
import { readEnvironment, readIgnored } from './core/config/environment.ts';
import { ConfigError } from './core/config/values.ts';
import { STOP_TIMEOUT_MS } from './core/http/limits.ts';
import { createLog } from './core/http/log.ts';
import { LogFile } from './core/http/log-file.ts';
import { EXIT_FAULT, EXIT_REFUSED, faultCode } from './core/processes/exit-codes.ts';
import type { RunningServer } from './core/processes/lifetime.ts';
import { ENDS_WITH_PARENT, whenParentGone } from './core/processes/parent.ts';
import { refusalLine } from './core/processes/refusal.ts';
import { readyLines, readyScreen } from './core/processes/screen.ts';
import { writePrivately } from './core/store/embedded/private-folder.ts';

/** In DATA_DIR, where a person is at the terminal. */
const LOG_FILE = 'server.log';

/** How long an end waits for a start that is under way. */
const START_GRACE_MS = 2_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function readConfig(): Promise<Config> {
  try {
    const environment = readEnvironment();
    try {
      return loadConfig(environment, process.execArgv);
    } catch (error) {
      if (!(error instanceof ConfigError) || !environment['FEED']?.startsWith('live:')) throw error;
      // What knows venues takes a second to load, so only here.
      const { firstProblem } = await import('./market/feeds/index.ts');
      throw await firstProblem(environment, error);
    }
  } catch (error) {
    const line = refusalLine(error);
    if (line === undefined) throw error;
    process.stderr.write(`Fairlead cannot start. ${line}\n`);
    process.exit(EXIT_REFUSED);
  }
}

/** A first start makes the charts' history, which takes longer than any later one. */
const beginning = (isNew: boolean): string =>
  isNew
    ? 'Setting up a new exchange. This first start takes a little longer …'
    : 'Starting the exchange …';

/** The last thing of a start. At a terminal the log begins its file here. */
function announce(config: Config, server: RunningServer, logFile: LogFile | undefined): void {
  const place = path.join(config.dataDir, LOG_FILE);
  logFile?.open(place);
  const lines =
    logFile === undefined ? readyLines(config, server) : readyScreen(config, server, place);
  say(lines.join('\n'));
}

/** The home's engine is with everything that is nobody else's; that of another product is a gateway with an engine. */
async function startOf({ role, engines }: Config) {
  if (role === 'gateway') return (await import('./gateway.ts')).startGateway;
  const isHome = engines === undefined || engines.own.includes('spot');
  if (!isHome) return (await import('./gateway.ts')).startProductEngine;
  return (await import('./server.ts')).startServer;
}

async function main(): Promise<void> {
  writePrivately();
  const config = await readConfig();
  const logFile = process.stdout.isTTY ? new LogFile(say) : undefined;
  const log = createLog(config.logLevel, logFile);
  const startAbort = new AbortController();
  let starting: Promise<RunningServer> | undefined;
  let isEnding = false;
  let askedCode = 0;

  /** Takes everything down, then ends; whoever waits longer than STOP_TIMEOUT_MS is left behind. */
  async function end(code: number): Promise<void> {
    // A fault while callers are still served is the reason that counts; what ends because all does is none.
    if (code !== 0) askedCode = code;
    if (isEnding) return;
    isEnding = true;
    startAbort.abort();
    // A start that is nearly over serves already: it is taken down like any other. One that is not leaves what a kill would.
    const grace = setTimeoutPromise(START_GRACE_MS, undefined, { ref: false });
    const server = await Promise.race([starting?.catch(() => undefined), grace]);
    if (askedCode === 0) await server?.drain?.();
    const exitCode = askedCode;
    const deadline = setTimeout(() => {
      log.error('the stop took too long');
      process.exit(exitCode === 0 ? EXIT_FAULT : exitCode);
    }, STOP_TIMEOUT_MS);
    deadline.unref();
    await server?.stop();
    process.exit(exitCode);
  }

  function endAfterFault(cause: unknown, text: string, exitCode = EXIT_FAULT): void {
    log.fatal({ err: cause }, text);
    void end(faultCode(exitCode));
  }

  listenForEnd(log, end, endAfterFault);
  for (const line of readIgnored()) say(`Ignored. ${line}`);
  try {
    // A wrong setting is told before all this is loaded; loaded once, it is loaded faster the next time.
    // The threads to come read it from there, and load no compiler of their own.
    process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'node-compile-cache');
    enableCompileCache(process.env['NODE_COMPILE_CACHE']);
    const start = await startOf(config);
    // Else it would be kept at an end alone that is none by force; and now nobody waits for an answer.
    flushCompileCache();
    starting = start({
      config,
      log,
      signal: startAbort.signal,
      tell: say,
      ...(logFile !== undefined && { onBegin: (isNew: boolean) => say(beginning(isNew)) }),
      onFatal: (cause, exitCode) => endAfterFault(cause, 'cannot go on', exitCode),
    });
    announce(config, await starting, logFile);
  } catch (error) {
    if (isEnding) return;
    const line = refusalLine(error);
    if (line === undefined) {
      log.fatal({ err: error }, 'the start failed');
      for (const held of logFile?.takeHeld() ?? []) process.stderr.write(held);
    } else process.stderr.write(`Fairlead cannot start. ${line}\n`);
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
  if (process.argv.includes(ENDS_WITH_PARENT))
    whenParentGone(() => {
      log.info('whoever started this is gone: stopping');
      void end(0);
    });
  process.on('uncaughtException', (error) => endAfterFault(error, 'uncaught error'));
  process.on('unhandledRejection', (error) => endAfterFault(error, 'unhandled rejection'));
}

await main();
