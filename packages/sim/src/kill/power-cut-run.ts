import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ApiClient, TRANSACTION_PASSWORD } from './api-client.ts';
import { type AcknowledgedDeposit, DepositLoad } from './deposit-load.ts';
import { ExchangeProcess } from './exchange-process.ts';
import { auditAcknowledged, auditBalances, type Faults } from './kill-audit.ts';
import { OrderLoad, type SentOrder, sendOrder } from './order-load.ts';
import { PowerCutDisk } from './power-cut-disk.ts';

export interface PowerCutPlan {
  /** The file of the server to start. */
  readonly server: string;
  /** When the power is cut, in milliseconds after the first start. */
  readonly cutsAtMs: readonly number[];
  readonly ordersPerSecond: number;
}

export interface PowerCutReport {
  readonly faults: Faults;
  /** The number of copied disks on which a server was started. */
  readonly started: number;
  /** How many orders and deposits were acknowledged before the last cut. */
  readonly orders: number;
  readonly deposits: number;
}

/** Everything that was acknowledged before the power failed, and the secrets at that time. */
interface Cut {
  readonly name: string;
  readonly orders: readonly SentOrder[];
  readonly deposits: readonly AcknowledgedDeposit[];
  /** The content of each secret file, by file name. */
  readonly secrets: ReadonlyMap<string, string>;
}

const CLIENTS = 3;
const DEPOSITS = { USDT: '50000', BTC: '1', ETH: '10', SOL: '500', XRP: '20000', DOGE: '200000' };
const SECRETS = ['vitrine.json', 'postgres.password', 'session.secret', 'kyc.key'];
const ENOUGH_ORDERS = 300;
const ENOUGH_DEPOSITS = 20;
/** The number of acknowledged orders that are resent; all acknowledged orders are checked in the tables. */
const REPEATED = 60;
const verifyLog = resolve(import.meta.dirname, '../../../../apps/server/src/verify-log.ts');

/**
 * Runs a server under load and cuts the power several times. The plan may include a cut during the first startup. Each
 * cut copies the disk as it is then. Afterwards, starts a server on each copy and audits it.
 */
export async function cutUnderLoad(plan: PowerCutPlan): Promise<PowerCutReport> {
  const disk = await PowerCutDisk.make();
  try {
    const cuts = await cutsOf(disk, plan);
    const faults: Faults = [];
    let started = 0;
    for (const cut of cuts) {
      const found = await auditCut(disk, cut, plan.server);
      faults.push(...found.map((fault) => `${cut.name}: ${fault}`));
      started += 1;
    }
    const last = cuts.at(-1);
    return { faults, started, orders: last?.orders.length ?? 0, deposits: last?.deposits.length ?? 0 };
  } finally {
    await disk.remove();
  }
}

async function cutsOf(disk: PowerCutDisk, { server, cutsAtMs, ordersPerSecond }: PowerCutPlan): Promise<Cut[]> {
  const dataDir = join(disk.path, 'data');
  const exchange = await ExchangeProcess.on(dataDir, server);
  const clients = Array.from({ length: CLIENTS }, () => new ApiClient(exchange.url, 8));
  const load = { orders: new OrderLoad(clients), deposits: new DepositLoad(clients), over: new AbortController() };
  const fromMs = performance.now();
  let failure: unknown;
  const working = work(exchange, clients, load, ordersPerSecond).catch((error: unknown) => {
    if (!load.over.signal.aborted) failure = error;
  });
  const cuts: Cut[] = [];
  try {
    for (const atMs of cutsAtMs) {
      const isLast = atMs === cutsAtMs.at(-1);
      while (performance.now() - fromMs < atMs || (isLast && !isEnough(load))) {
        if (failure !== undefined) throw failure;
        await sleep(20);
      }
      const { orders, deposits } = load;
      const cut = {
        name: `after-${atMs / 1000}-s`,
        orders: orders.sent.filter(({ outcome }) => outcome.kind === 'acknowledged').map((order) => ({ ...order })),
        deposits: [...deposits.acknowledged],
        secrets: secretsIn(dataDir),
      };
      await disk.cut(cut.name);
      cuts.push(cut);
    }
    return cuts;
  } finally {
    load.over.abort();
    load.orders.stop();
    load.deposits.stop();
    await exchange.end();
    await working;
    await Promise.all(clients.map((client) => client.close()));
  }
}

interface Load {
  readonly orders: OrderLoad;
  readonly deposits: DepositLoad;
  readonly over: AbortController;
}

/** Whether enough deposits were acknowledged, and enough orders sent, to make the last cut meaningful. */
const isEnough = ({ orders, deposits }: Load): boolean =>
  deposits.acknowledged.length >= ENOUGH_DEPOSITS && orders.sent.length >= ENOUGH_ORDERS;

/** Runs the load, which begins as soon as the server accepts requests. */
async function work(
  exchange: ExchangeProcess,
  clients: readonly ApiClient[],
  { orders, deposits, over }: Load,
  ordersPerSecond: number,
): Promise<void> {
  await exchange.start();
  for (const client of clients) await client.open(DEPOSITS);
  await orders.unlock();
  if (over.signal.aborted) return;
  await Promise.all([orders.run(ordersPerSecond, Number.POSITIVE_INFINITY), deposits.run()]);
  await orders.settled();
}

/** The secrets that were completely written before the cut; their files must have the same content after the cut. */
function secretsIn(dataDir: string): Map<string, string> {
  return new Map(
    SECRETS.flatMap((name) => {
      const text = textOf(join(dataDir, name));
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function auditCut(disk: PowerCutDisk, cut: Cut, server: string): Promise<Faults> {
  const dataDir = join(await disk.open(cut.name), 'data');
  const exchange = await ExchangeProcess.on(dataDir, server);
  const clients = new Map<string, ApiClient>();
  const faults: Faults = [];
  try {
    await exchange.start();
    for (const [name, text] of cut.orders.length > 0 ? cut.secrets : [])
      if (textOf(join(dataDir, name)) !== text)
        faults.push(`the file ${name} differs from the one before the power cut`);
    for (const { client } of cut.orders)
      clients.set(client.email, clients.get(client.email) ?? client.at(exchange.url));
    for (const client of clients.values()) await client.signIn();
    faults.push(...(await missingOrders(cut.orders, exchange.databaseUrl)));
    faults.push(...(await auditRepeated(cut, clients)));
    if (clients.size > 0) faults.push(...(await auditBalances([...clients.values()], exchange.databaseUrl)));
    faults.push(...(await auditLog(exchange.databaseUrl)));
  } finally {
    await Promise.all([...clients.values()].map((client) => client.close()));
    await exchange.end();
  }
  return faults;
}

/**
 * How long to wait for an open order to appear in the tables. Once an order has been open for a second, the next flush
 * writes it.
 */
const WRITTEN_MS = 5_000;

async function missingOrders(orders: readonly SentOrder[], databaseUrl: string): Promise<Faults> {
  const ids = orders.flatMap(({ outcome }) => (outcome.kind === 'acknowledged' ? [outcome.orderId] : []));
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const missing = async () => {
      const { rows } = await database.query<{ id: string }>(
        `select id from unnest($1::bigint[]) as acknowledged (id)
         where not exists (select from orders where order_id = id)`,
        [ids],
      );
      return rows;
    };
    const patience = performance.now() + WRITTEN_MS;
    let rows = await missing();
    while (rows.length > 0 && performance.now() < patience) {
      await sleep(200);
      rows = await missing();
    }
    return rows.map(({ id }) => `order ${id} was acknowledged before the power cut, but is missing after it`);
  } finally {
    await database.end();
  }
}

/** Resends requests with their idempotency keys: each must get the same response as before the cut. */
async function auditRepeated({ orders, deposits }: Cut, clients: ReadonlyMap<string, ApiClient>): Promise<Faults> {
  const onCopy = ({ email }: ApiClient): ApiClient => clients.get(email) as ApiClient;
  const moved = orders.slice(-REPEATED).map((order) => ({ ...order, client: onCopy(order.client) }));
  for (const client of clients.values()) await unlock(client, moved);
  const faults = await auditAcknowledged(moved);
  for (const { key, client, body, position } of deposits) {
    const answer = await onCopy(client).post('/sandbox/deposits', body, key);
    if (answer.status !== 200 || Number(answer.body.position) !== position)
      faults.push(
        `request ${key} was credited at position ${position}, but repeating it returned ${JSON.stringify(answer.body)}`,
      );
  }
  return faults;
}

/** Sends an order with the transaction password, which a new session requires once before it accepts other orders. */
async function unlock(client: ApiClient, orders: readonly SentOrder[]): Promise<void> {
  const order = orders.find((one) => one.client === client);
  if (order === undefined) return;
  const body = { ...order.body, transaction_password: TRANSACTION_PASSWORD, remember: true };
  await sendOrder({ ...order, key: `unlock-${client.email}`, body });
}

/** Audits the whole log, every snapshot, all balances and all open orders. */
async function auditLog(databaseUrl: string): Promise<Faults> {
  const env = { ...process.env, MODE: 'sandbox', DATABASE_URL: databaseUrl };
  return promisify(execFile)(process.execPath, [verifyLog], { env }).then(
    () => [],
    (error: { stderr?: string }) => [`log:verify: ${error.stderr ?? String(error)}`],
  );
}
