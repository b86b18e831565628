import process from 'node:process';
import type pino from 'pino';
import { totpKey } from './auth/factors/totp.ts';
import { brand, version } from './http/brand.ts';
import { compileAhead } from './http/schemas.ts';
import { demoStaff } from './sandbox/demo-staff.ts';
import type { Database } from './wiring/database/open-database.ts';
import { type Exchange, openExchange } from './wiring/exchange.ts';
import { checkPort, portError } from './wiring/process/port.ts';
import { openServerLog } from './wiring/process/server-log.ts';
import { mayPass, openDatabasePatiently, repeatStart, startAgain } from './wiring/process/start-again.ts';
import { StartError } from './wiring/process/start-error.ts';
import { readSettings, type Settings } from './wiring/settings/settings.ts';

const STOP_WITHIN_MS = 4_500;
const SAME_SIGNAL_MS = 1_000;

const help = `${brand} ${version}: an exchange you can check.

  npm start                  serves the exchange at http://localhost:4000 and stores all data in ./.data
  PORT=8080 npm start        every setting is an environment variable; docs/operating lists them all
`;

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  process.stdout.write(help);
} else {
  await serve().catch(endWith);
}

async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  const log = openServerLog(settings.logLevel);
  await checkPort(settings.host, settings.port);
  const database = await openDatabasePatiently(settings, log);
  const exchange = await openExchange(settings, database.url, log, database.ownerUrl).catch(async (error: unknown) => {
    if (mayPass(error)) return repeatStart(error, database.url, log);
    await database.close();
    throw error;
  });
  const stop = stopOnce(exchange, database, log);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const address = await listen(exchange, settings);
  process.stdout.write(greeting(settings, address, exchange));
  const reason = await Promise.race([exchange.failed, compileAhead().then(() => exchange.failed)]);
  log.fatal({ err: reason }, 'exchange stopped accepting commands, restarting');
  // Until the restart, requests get the response `unavailable`.
  await startAgain(database.url, () => exchange.finish());
}

/** The address to open in a browser. */
async function listen({ app }: Exchange, { host, port }: Settings): Promise<string> {
  try {
    // Passkeys need a host name in the address bar, not an IP address.
    return (await app.listen({ host, port })).replace('//127.0.0.1:', '//localhost:');
  } catch (error) {
    throw portError(error as NodeJS.ErrnoException, host, port);
  }
}

function greeting({ mode, role, index }: Settings, address: string, { signIns, hasMarkets }: Exchange): string {
  const lines = [`${brand} is serving at ${address}`];
  if (mode === 'sandbox') lines.push('This is a sandbox: prices are simulated, and no real money moves.');
  if (!hasMarkets) lines.push(...marketGreeting());
  if (mode === 'production' && role === 'leader') lines.push(...indexGreeting(index.names));
  if (role === 'follower') lines.push('This is a follower: it serves reads and refuses changes.');
  for (const { username, password, transactionPassword, balances } of signIns) {
    lines.push(`  sign in as ${username} with ${password} (transaction password ${transactionPassword}): ${balances}`);
  }
  if (signIns.length > 0) lines.push(...consoleGreeting(address));
  return `${lines.join('\n')}\n`;
}

function indexGreeting(sources: readonly string[]): string[] {
  if (sources.length === 0)
    return ['INDEX_SOURCES names no source, so perpetual markets can be neither listed nor opened.'];
  const line = `The index of perpetual markets comes from: ${sources.join(', ')}`;
  if (sources.length > 1) return [line];
  return [
    line,
    'WARNING: INDEX_SOURCES names only one source, so an error of that source moves the mark price. Name at least two.',
  ];
}

function marketGreeting(): string[] {
  return [
    'No market is listed yet, so there is nothing to trade. Create the first administrator, who can invite others:',
    '  npm run console:create-admin -- --email ada@example.com --name "Ada Moreau"',
  ];
}

/**
 * How to sign in as demo staff: the codes come from an authenticator with this key, or from the messages page, which
 * shows a code after the password is entered.
 */
function consoleGreeting(address: string): string[] {
  return [
    `  the console is at ${address}/console; after the password, enter a code from an authenticator or from ${address}/sandbox/messages:`,
    ...demoStaff.map(
      ({ email, password, totpSecret }) => `    ${email} with ${password} (authenticator key ${totpKey(totpSecret)})`,
    ),
  ];
}

/**
 * Finishes requests in flight and ends the process. A second signal, or a stop that takes too long, ends it
 * immediately; nothing is lost, since everything is in the log. A single Ctrl-C arrives twice, from the terminal and
 * from npm, so a signal within one second of the first is treated as the same signal.
 */
function stopOnce(exchange: Exchange, database: Database, log: pino.Logger): () => void {
  let stoppingSinceMs: number | undefined;
  return () => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSinceMs = performance.now();
    setTimeout(() => {
      log.error('shutdown timed out');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    exchange
      .close()
      .then(() => database.close())
      .then(
        () => process.exit(0),
        (error: unknown) => endWith(error),
      );
  };
}

function endWith(error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `${brand} cannot continue: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  process.exit(1);
}
