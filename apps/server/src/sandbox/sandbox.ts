import { type AssetView, type Command, type Core, type OwnerId, systemOwners, type Transfer } from '@vitrine/core';
import { type AssetUnits, formatDecimal, parseDecimal, type TimeMs, trimZeros } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { parseUnits } from 'viem/utils';
import type { Custody } from '../custody/custody.ts';
import { custodyOwner, toChainAmount, toLedgerUnits } from '../custody/custody-accounts.ts';
import type { DepositHistory } from '../custody/deposits/deposit-history.ts';
import type { IndexFeed } from '../futures/index-price/index-feed.ts';
import type { Instruments } from '../kit/instruments.ts';
import { Loop } from '../kit/loop.ts';
import { type Coins, loadCoins } from '../projections/tables/coins.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import type { Programmes } from '../rewards/referral/programmes.ts';
import type { RewardTasks } from '../rewards/tasks/reward-tasks.ts';
import type { CoinNetwork } from '../settings/coin-networks.ts';
import type { OutsideFigures } from '../trading/markets/outside-figures.ts';
import { type MarketHistory, simulateHistory, writeHistory } from './candle-history.ts';
import { coinProfiles } from './coin-facts.ts';
import { type DemoAccount, demoAccounts } from './demo-accounts.ts';
import { type DemoStaffMember, demoStaff } from './demo-staff.ts';
import { publishDualOffers } from './dual-offers.ts';
import { startEarnProducts } from './earn-products.ts';
import { type FirstNews, firstNews } from './first-news.ts';
import { coinDescriptions, listingCommands, listSandbox, type SandboxListing } from './instruments.ts';
import { type SandboxLog, startSandboxMarket } from './market.ts';
import { startMiners } from './miner-products.ts';
import { sandboxReference } from './outside-reference.ts';
import { perpetualCommands } from './perpetuals.ts';
import { bringProgramme, bringTasks, rewardBudget } from './rewards.ts';
import type { SandboxChains } from './sandbox-chains.ts';
import type { SandboxPrices } from './sandbox-prices.ts';
import { simulatedNetworks } from './simulated-networks.ts';
import { SimulatedOutside } from './simulated-outside.ts';
import { Tape } from './tape.ts';

/** How often offers of dual investment that have come near their expiry or strike get successors. */
const OFFERS_EVERY_MS = 30_000;

/** A demo account as printed at startup. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  readonly transactionPassword: string;
  readonly balances: string;
}

export interface SandboxSettings {
  readonly seed: number;
  /** Folder of recorded candles. */
  readonly tape: string | undefined;
  readonly dataDir: string;
  /** Whether prices move and simulated traders trade. */
  readonly house: boolean;
  /** Whether demo accounts, demo staff and the first news are created. */
  readonly demo: boolean;
  readonly index: { readonly names: readonly string[] };
  readonly outside: { readonly name: string };
}

export interface SandboxSequencer {
  readonly core: Core;
  nowMs(): number;
  submit(command: Command): Promise<Outcome>;
}

/**
 * Prepares an empty exchange before it opens: assets, markets, fees, coin descriptions and, if the house trades, past
 * prices for the charts. Can be repeated after an incomplete start. Throws TapeError.
 */
export async function prepareSandbox(parts: {
  readonly settings: SandboxSettings;
  readonly database: Kysely<ReadModelTables>;
  readonly sequencer: SandboxSequencer;
  /** Resolves when the read models have reached this log position. */
  readonly projected: (position: number) => Promise<void>;
}): Promise<void> {
  const { settings, database, sequencer, projected } = parts;
  const nowMs = sequencer.nowMs();
  const tape = await openTape(settings, nowMs);
  const listing = listSandbox(tape?.precisions);
  await submitAll(sequencer, listingCommands(listing));
  // The commands for perpetual markets come last: they need the listed assets, and the core rules that support
  // perpetual markets.
  await submitAll(sequencer, perpetualCommands(sequencer.core, listing));
  await describeCoins(await loadCoins(database));
  if (settings.house) await writeHistory(database, historyOf(listing, settings.seed, nowMs, tape));
  await projected(sequencer.core.position);
}

/** Adds missing descriptions and profiles. Those that exist, and that operators may have changed, stay as they are. */
async function describeCoins(coins: Coins): Promise<void> {
  await coins.describe(coinDescriptions().filter(({ code }) => !coins.isDescribed(code)));
  for (const profile of coinProfiles) if (!coins.hasProfile(profile.code)) await coins.setProfile(profile);
}

async function submitAll(sequencer: Pick<SandboxSequencer, 'submit'>, commands: readonly Command[]): Promise<void> {
  const outcomes = await Promise.all(commands.map((command) => sequencer.submit(command)));
  for (const [i, { refusal }] of outcomes.entries())
    if (refusal !== undefined && refusal !== 'already_exists')
      throw new Error(`the core refused ${commands[i]?.kind} at the first start of the sandbox: ${refusal}`);
}

const openTape = async ({ tape, dataDir }: SandboxSettings, nowMs: number): Promise<Tape | undefined> =>
  tape === undefined ? undefined : Tape.load(tape, dataDir, nowMs);

async function* historyOf(
  { markets }: SandboxListing,
  seed: number,
  nowMs: number,
  tape?: Tape,
): AsyncGenerator<MarketHistory> {
  const isRecorded = (market: (typeof markets)[number]) => tape?.has(market) ?? false;
  for (const market of markets.filter(isRecorded)) if (tape) yield tape.history(market, nowMs);
  yield* simulateHistory(
    markets.filter((market) => !isRecorded(market)),
    seed,
    nowMs,
  );
}

interface SandboxServices {
  readonly sequencer: { submit(command: Command): Promise<Outcome> };
  readonly core: Core;
  clock(): TimeMs;
  readonly accounts: {
    ownerOf(username: string): Promise<OwnerId | undefined>;
    open(form: { username: string; password: string; transaction_password: string }): Promise<OwnerId>;
  };
  readonly staff: { openDemo(account: DemoStaffMember): Promise<void> };
  readonly exchangeSettings: { current(): { readonly coinNetworks: readonly CoinNetwork[] } };
  readonly custody: Custody;
  readonly depositHistory: DepositHistory;
  readonly sandboxChains: Pick<SandboxChains, 'pay' | 'mine'> | undefined;
  readonly support: { readonly news: { bring(origin: string, content: FirstNews): Promise<void> } };
  readonly rewardTasks: Pick<RewardTasks, 'bring'>;
  readonly programmes: Pick<Programmes, 'bring'>;
  readonly indexFeed: Pick<IndexFeed, 'add'>;
  readonly earn: { readonly pool: Pool };
  readonly instruments: Instruments;
  readonly outsideFigures: Pick<OutsideFigures, 'showFrom'>;
  readonly sandboxPrices: SandboxPrices | undefined;
  readonly log: SandboxLog & Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Books the initial funds, lists missing perpetual markets and, if the settings say so, opens missing demo accounts and
 * runs the market. Throws TapeError.
 */
export async function startSandbox(parts: {
  readonly services: SandboxServices;
  readonly settings: SandboxSettings;
}): Promise<{ readonly signIns: readonly DemoSignIn[]; stop(): Promise<void> }> {
  const { services, settings } = parts;
  // Configured test networks have no initial funds.
  if (services.sandboxChains !== undefined) await bookPremine(services);
  const tape = await openTape(settings, services.clock());
  // A sandbox created by an older release has no perpetual markets yet.
  await submitAll(services.sequencer, perpetualCommands(services.core, listSandbox(tape?.precisions)));
  await startEarnProducts(services);
  await publishDualOffers(services);
  await startMiners(services);
  await fundRewards(services);
  const signIns = settings.demo ? await openDemo(services) : [];
  if (!settings.house) return { signIns, stop: async () => {} };
  const market = await startSandboxMarket({
    submit: (command) => services.sequencer.submit(command),
    // A getter, because the core changes when the log is reopened.
    core: () => services.core,
    now: () => services.clock(),
    seed: settings.seed,
    tape,
    log: services.log,
  });
  if (settings.index.names.includes('simulated')) services.indexFeed.add(market.indexSource);
  if (settings.outside.name === 'simulated')
    services.outsideFigures.showFrom(new SimulatedOutside(market.priceOf, () => services.clock()));
  if (services.sandboxPrices !== undefined) services.sandboxPrices.running = market;
  const offers = new Loop({
    name: 'sandbox dual offers',
    everyMs: OFFERS_EVERY_MS,
    cycle: () => publishDualOffers(services),
    isFirstLater: true,
    log: services.log,
  });
  offers.start();
  return {
    signIns,
    stop: async () => {
      await offers.stop();
      await market.stop();
    },
  };
}

async function openDemo(services: SandboxServices): Promise<readonly DemoSignIn[]> {
  const signIns = await Promise.all(demoAccounts.map((account) => openDemoAccount(services, account)));
  for (const member of demoStaff) await services.staff.openDemo(member);
  for (const { origin, ...content } of firstNews(Date.now())) await services.support.news.bring(origin, content);
  return signIns;
}

async function openDemoAccount(services: SandboxServices, account: DemoAccount): Promise<DemoSignIn> {
  const { username, password, transactionPassword } = account;
  const { accounts } = services;
  const owner =
    (await accounts.ownerOf(username)) ??
    (await accounts.open({ username, password, transaction_password: transactionPassword }));
  const assets = services.core.assets();
  for (const [code, amount] of Object.entries(account.deposits)) {
    const asset = assets.find((view) => view.code === code);
    if (asset !== undefined) await depositDemo(services, owner, asset, amount);
  }
  return { username, password, transactionPassword, balances: balancesOf(services.core, owner) };
}

/**
 * Deposits a coin to a demo account, on the network that needs the fewest blocks. If the server fails while starting,
 * the next start does not deposit again.
 */
async function depositDemo(services: SandboxServices, owner: OwnerId, { code, scale }: AssetView, amount: string) {
  const rows = services.exchangeSettings.current().coinNetworks.filter(({ coin }) => coin === code);
  const [row] = rows.sort((a, b) => a.unlockConfirmations - b.unlockConfirmations);
  const units = parseDecimal(amount, scale);
  const { custody, sandboxChains } = services;
  if (row === undefined || units === undefined || sandboxChains === undefined) return;
  const { network, unlockConfirmations } = row;
  const decimals = custody.chains.get(network)?.coins.find(({ coin }) => coin === code)?.decimals ?? scale;
  const to = await custody.addresses.give(owner, network);
  const key = `demo deposit ${owner} ${code}`;
  if (await services.depositHistory.hasAny(owner, code)) return;
  await sandboxChains.pay({ network, to, coin: code, amount: toChainAmount(units, decimals, scale) ?? 0n, key });
  await sandboxChains.mine(network, unlockConfirmations);
}

/**
 * Books the hot wallets' initial funds as the treasury's. The treasury also funds the simulated traders; its negative
 * balance shows how much of the sandbox's coins is play money without funds on a network.
 */
async function bookPremine({ core, custody, sequencer }: SandboxServices): Promise<void> {
  for (const [network, { coins }] of custody.chains) {
    for (const { coin, decimals } of coins) {
      const asset = core.assets().find(({ code }) => code === coin);
      const amount = simulatedNetworks[network].premine[coin];
      if (asset === undefined || amount === undefined) continue;
      const units = toLedgerUnits(parseUnits(String(amount), decimals), decimals, asset.scale)?.units ?? 0;
      const premine: Transfer = {
        kind: 'Transfer',
        by: systemOwners.treasury,
        purpose: 'house_funding',
        legs: [
          { owner: custodyOwner[network], wallet: 'spot', asset: asset.asset, units: -units as AssetUnits },
          { owner: systemOwners.treasury, wallet: 'spot', asset: asset.asset, units: units as AssetUnits },
        ],
        reference: sandboxReference(`premine ${network} ${coin}`),
      };
      // After the first start, this command is already in the log.
      if (core.acceptanceOf(premine) === undefined) await sequencer.submit(premine);
    }
  }
}

/** Sets up rewards, unless this was done at an earlier start. */
async function fundRewards({ core, sequencer, rewardTasks, programmes }: SandboxServices): Promise<void> {
  for (const command of rewardBudget(core))
    if (core.acceptanceOf(command) === undefined) await sequencer.submit(command);
  await bringTasks(rewardTasks);
  await bringProgramme(programmes);
}

function balancesOf(core: Core, owner: OwnerId): string {
  const assets = new Map(core.assets().map((view) => [view.asset, view]));
  return core
    .balances(owner)
    .map(({ asset, availableUnits, heldUnits }) => ({ view: assets.get(asset), units: availableUnits + heldUnits }))
    .filter(({ units }) => units > 0)
    .map(({ view, units }) => (view === undefined ? '' : `${trimZeros(formatDecimal(units, view.scale))} ${view.code}`))
    .join(', ');
}
