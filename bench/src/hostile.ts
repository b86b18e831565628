import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printFigure, quantile } from './figures.ts';
import { PER_ADDRESS, shapes } from './hostile-shapes.ts';
import { type BenchClient, openClient } from './http-clients.ts';
import { middlePrice, ORDER_PATH, openTraders, order, unlockTraders } from './order-clients.ts';
import { connectToDatabase } from './processor-time.ts';
import { type ServerProcess, serverFile, startServer } from './server-process.ts';

const ORDERS_PER_SECOND = 500;
const PAIRS = 4;
const TURNS = 5;
const TURN_SECONDS = 3;
const WARM_UP_SECONDS = 6;
/** How long to wait for the first responses to a new shape. */
const SETTLE_MS = 500;

/**
 * Compares the p99 of 500 orders/s on an idle server with the p99 while another client sends the worst requests that
 * its limits allow, as often as allowed, one shape after the other. The two measurements alternate, so that other load
 * affects both alike, and the median of each is used. The result is that of the worst shape.
 */
async function run(): Promise<void> {
  const server = await startServer(serverFile, '/readyz', {
    HOUSE: 'off',
    TRUSTED_PROXIES: '1',
    RATE_PER_ADDRESS: String(PER_ADDRESS),
    RATE_SIGN_INS: '3',
  });
  const attacker = fork(join(import.meta.dirname, 'hostile-client.ts'));
  // A real attacker would use another machine, so the server and its other clients get priority on this one.
  setPriority(attacker.pid as number, constants.priority.PRIORITY_LOW);
  try {
    await writeMinutes(server);
    const price = await middlePrice(server.url);
    const traders = await openTraders(server.url, PAIRS, price);
    const orders = new Orders(server.url, price, [...traders.buyers, ...traders.sellers]);
    await orders.p99(WARM_UP_SECONDS);
    const measured: Measured[] = [];
    for (const { name } of chosen()) {
      // The traders' sessions are unlocked again for each shape, because all shapes together take longer than a session
      // stays unlocked.
      await unlockTraders(server.url, traders, price);
      measured.push(await measure(server, attacker, orders, name));
    }
    const worst = measured.reduce((one, other) => (ratioOf(other) > ratioOf(one) ? other : one));
    console.log(`the worst request shape: ${worst.name}`);
    printFigure('hostile', worst.attacked, 'ms p99 of other clients', 'an idle server', worst.idle);
  } finally {
    attacker.kill();
    await server.stop();
  }
}

/** Past candles of BTCUSDT for the shapes that request candles: more minutes than one response contains. */
async function writeMinutes(server: ServerProcess): Promise<void> {
  const database = await connectToDatabase(server);
  await database.query(
    `insert into candles
       select 1, 60, (floor(extract(epoch from now()) / 60) - n) * 60000, 9000, 9500, 8500, 9100, 1000, 90000000, 7
       from generate_series(1, 10000) n
     on conflict do nothing`,
  );
  await database.end();
}

interface Measured {
  readonly name: string;
  readonly idle: number;
  readonly attacked: number;
}
const ratioOf = ({ idle, attacked }: Measured): number => attacked / idle;

async function measure(server: ServerProcess, attacker: ChildProcess, orders: Orders, name: string): Promise<Measured> {
  const turns: { idle: Turn; attacked: Turn }[] = [];
  let answers = '';
  for (let turn = 0; turn < TURNS; turn += 1) {
    const idle = await takeTurn(server, orders);
    // Each turn has a new client, which has used up none of its rate limits.
    const { token } = await openClient(server.url, `${name}${turn}@bench.example`, {});
    attacker.send({ port: Number(new URL(server.url).port), shape: name, token });
    await sleep(SETTLE_MS);
    const attacked = await takeTurn(server, orders);
    answers = await stopped(attacker);
    turns.push({ idle, attacked });
    await untilIdle(server, name);
  }
  const [idle, attacked] = [middleOf(turns.map((turn) => turn.idle)), middleOf(turns.map((turn) => turn.attacked))];
  console.log(
    `${name.padEnd(20)} p99 ${attacked.p99.toFixed(1)} ms (idle ${idle.p99.toFixed(1)}), ` +
      `${attacked.cpuPercent.toFixed(0)}% of a processor (idle ${idle.cpuPercent.toFixed(0)}%), ` +
      `main thread ${attacked.mainPercent.toFixed(0)}% (idle ${idle.mainPercent.toFixed(0)}%) ` +
      `late by ${attacked.lateMs.toFixed(1)} ms at p99 (idle ${idle.lateMs.toFixed(1)}); last responses: ${answers}`,
  );
  return { name, idle: idle.p99, attacked: attacked.p99 };
}

interface Turn {
  readonly p99: number;
  readonly cpuPercent: number;
  readonly mainPercent: number;
  /** p99 delay of the main thread's 10 ms timers. */
  readonly lateMs: number;
}

async function takeTurn(server: ServerProcess, orders: Orders): Promise<Turn> {
  // Reading this metric of the server resets it.
  await lateMs(server);
  const [cpu, main, begun] = [server.cpuSeconds(), server.mainThreadSeconds(), performance.now()];
  const p99 = await orders.p99(TURN_SECONDS);
  const percent = (seconds: number) => (seconds * 100_000) / (performance.now() - begun);
  return {
    p99,
    cpuPercent: percent(server.cpuSeconds() - cpu),
    mainPercent: percent(server.mainThreadSeconds() - main),
    lateMs: await lateMs(server),
  };
}

/** Waits until the server has finished the work that a shape caused, because the comparison needs an idle server. */
async function untilIdle(server: ServerProcess, name: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 200) {
    const before = server.mainThreadSeconds();
    await sleep(200);
    if (server.mainThreadSeconds() - before < 0.02) return;
  }
  throw new Error(`the server was still busy ten seconds after ${name}`);
}

async function lateMs({ url }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1_000;
}

/** For each figure, its median over the turns. */
function middleOf(turns: readonly Turn[]): Turn {
  const middle = (of: (turn: Turn) => number) => quantile(Float64Array.from(turns, of), 0.5);
  return {
    p99: middle(({ p99 }) => p99),
    cpuPercent: middle(({ cpuPercent }) => cpuPercent),
    mainPercent: middle(({ mainPercent }) => mainPercent),
    lateMs: middle(({ lateMs }) => lateMs),
  };
}

/** The shapes named on the command line, or all. */
const chosen = () => {
  const names = process.argv.slice(2);
  return names.length === 0 ? shapes : shapes.filter(({ name }) => names.includes(name));
};

async function stopped(attacker: ChildProcess): Promise<string> {
  attacker.send('stop');
  const [statuses] = (await once(attacker, 'message')) as [Record<string, number>];
  return (
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || 'none'
  );
}

interface OrderRequest {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Sends orders at a constant rate, without waiting for earlier ones. Buyers and sellers swap sides with each
 * measurement, so that no balance is ever used up.
 */
class Orders {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #sides: readonly [readonly OrderRequest[], readonly OrderRequest[]];
  #measurements = 0;

  constructor(url: string, price: string, clients: readonly BenchClient[]) {
    this.#url = url;
    const requestsOf = (first: 'BUY' | 'SELL', second: 'BUY' | 'SELL') =>
      clients.map(({ token }, index): OrderRequest => {
        const body = JSON.stringify(order(index < clients.length / 2 ? first : second, price));
        return {
          body,
          headers: {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
            authorization: `Bearer ${token}`,
            'x-forwarded-for': `198.51.100.${index + 1}`,
          },
        };
      });
    this.#sides = [requestsOf('BUY', 'SELL'), requestsOf('SELL', 'BUY')];
  }

  /**
   * Sends orders for this many seconds. Returns the p99 latency in milliseconds, from sending an order to its response.
   */
  async p99(seconds: number): Promise<number> {
    const count = ORDERS_PER_SECOND * seconds;
    const requests = this.#sides[this.#measurements % 2 === 0 ? 0 : 1];
    this.#measurements += 1;
    const begun = performance.now();
    const waiting: Promise<number>[] = [];
    while (waiting.length < count) {
      const due = Math.min(count, ((performance.now() - begun) / 1_000) * ORDERS_PER_SECOND);
      while (waiting.length < due) waiting.push(this.#send(requests[waiting.length % requests.length] as OrderRequest));
      await sleep(1);
    }
    return quantile(Float64Array.from(await Promise.all(waiting)), 0.99);
  }

  #send({ headers, body }: OrderRequest): Promise<number> {
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + ORDER_PATH, { method: 'POST', agent: this.#agent, headers }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part) => {
          body += part;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - sentAt);
          else reject(new Error(`an order returned HTTP ${answer.statusCode}: ${body}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

await run();
