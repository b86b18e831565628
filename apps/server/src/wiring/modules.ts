import type { Command } from '@vitrine/core';
import { newestStateHash } from '@vitrine/sequencer';
import { openAuth } from '../auth/open.ts';
import { LeakedPasswords, NoLeakedPasswords } from '../auth/passwords/leaked-passwords.ts';
import { openAutoInvest } from '../auto-invest/open.ts';
import { openClients } from '../clients/open.ts';
import { openCustody } from '../custody/open.ts';
import { openEarn } from '../earn/open.ts';
import { openFiles } from '../files/open.ts';
import { openFutures } from '../futures/open.ts';
import { ClientReads } from '../http/client-reads.ts';
import { AttemptLimits } from '../kit/attempt-limits.ts';
import type { Ground } from '../kit/ground.ts';
import { HouseMoney } from '../kit/house-money.ts';
import { Instruments } from '../kit/instruments.ts';
import { LedgerAudit } from '../kit/ledger-audit.ts';
import { openKyc } from '../kyc/open.ts';
import { openListing } from '../listing/open.ts';
import { openNotifications } from '../notifications/open.ts';
import { openPayments } from '../payments/open.ts';
import { createBrowsing } from '../projections/browsing.ts';
import { createHistories } from '../projections/histories.ts';
import { openCoins } from '../projections/tables/coins.ts';
import type { OpenIdProvider } from '../providers/openid/openid.ts';
import { openRestrictions } from '../restrictions/open.ts';
import { openRewards } from '../rewards/open.ts';
import { SandboxChains } from '../sandbox/sandbox-chains.ts';
import { SandboxPrices } from '../sandbox/sandbox-prices.ts';
import { openSettings } from '../settings/open.ts';
import { openStaff } from '../staff/open.ts';
import { openSupport } from '../support/open.ts';
import { openSystem } from '../system/open.ts';
import { openTrading } from '../trading/open.ts';
import { openWallet } from '../wallet/open.ts';
import type { AnsweringParts } from './answering.ts';
import { openFeeds } from './feeds.ts';
import { openLive } from './live.ts';
import { chargingOf } from './outside/charging.ts';
import { filesOf } from './outside/files.ts';
import { marketFeedsOf } from './outside/market-feeds.ts';
import { messengersOf } from './outside/messengers.ts';
import { openNetworks } from './outside/networks.ts';
import { outsideMarketOf } from './outside/outside-market.ts';
import { StartError } from './process/start-error.ts';
import type { Services } from './services.ts';
import { sessionSecret } from './settings/session-secret.ts';
import { baseUrlOf, type Settings } from './settings/settings.ts';

/**
 * Opens the modules, lowest first. Each module adds its services to one object, which its own handlers and the modules
 * above it use.
 */
export async function openModules(parts: AnsweringParts, ground: Ground, openId: OpenIdProvider | undefined) {
  const { settings, source } = parts;
  const coins = await openCoins(parts.database, ground.connect);
  ground.onClose(() => coins.close());
  const below = await openPeople(Object.assign(groundServices(parts), { coins }), settings, ground, openId);
  const secret = sessionSecret(settings);
  const hasBooks = settings.mode === 'production' || settings.house;
  const supported = Object.assign(
    below,
    openSupport(below, ground, { secret, newsFeed: settings.newsFeed, promotionHosts: settings.promotionHosts }),
    openWallet(ground),
  );
  const futures = openFutures(supported, ground, { hasBooks, marketFeeds: marketFeedsOf(settings, parts.log) });
  const opened = await openTrading(supported, ground, { secret, outsideMarket: outsideMarketOf(settings) });
  const trading = Object.assign(
    supported,
    opened,
    futures,
    openListing(supported, { ...futures, ...opened }, ground, settings),
    openEarn(supported, ground, futures),
  );
  Object.assign(trading, openAutoInvest(trading, ground));
  const { simulated, stop, ...networks } = await openNetworks(settings, ground.pool, parts.log);
  ground.onClose(stop);
  below.networkCoins.open(
    networks.setUps.flatMap(({ chain }) => chain.coins.map((one) => ({ ...one, network: chain.network }))),
  );
  const custodial = Object.assign(
    trading,
    await openCustody(trading, ground, {
      networks: networks.setUps,
      signer: networks.signer,
      // The sandbox's own signer is not watched: it is started when it is first needed.
      isSignerWatched: simulated.length === 0 && networks.setUps.length > 0,
      replaceAfterMs: settings.replaceAfterSeconds * 1_000,
    }),
  );
  const { charging, simulatedPayment } = chargingOf(settings, ground.pool);
  const bought = Object.assign(custodial, openPayments(custodial, ground, charging), openClients(ground));
  const paying = Object.assign(bought, openRewards(bought, ground));
  const { custody } = paying;
  const sandboxChains =
    settings.mode === 'sandbox' && settings.role === 'leader' && simulated.length > 0
      ? new SandboxChains({ pool: ground.pool, chains: simulated, custody, isAlive: settings.house, log: parts.log })
      : undefined;
  const live = await openLive(paying, parts, ground);
  await openFeeds(paying, ground, live.stream, live.consoleStream);
  const services: Services = Object.assign(paying, live.services, await openSystem(ground, () => source.position), {
    simulatedPayment,
    sandboxChains,
    sandboxPrices: settings.mode === 'sandbox' && settings.role === 'leader' ? new SandboxPrices() : undefined,
  });
  return {
    services,
    sandboxChains,
    stream: live.stream,
    consoleStream: live.consoleStream,
    metrics: live.services.metrics,
  };
}

/** The services that all modules build on. */
function groundServices({ settings, pool, database, source, clock, marketData, openOrders, ...parts }: AnsweringParts) {
  const core = () => source.core();
  return {
    settings,
    clock,
    sequencer: { submit: (command: Command) => source.submit(command), epoch: source.epoch },
    get core() {
      return core();
    },
    // Instruments are reloaded while a batch is applied. They are read from the applied core: `core` would throw if the
    // batch was committed so late that the lease may have been lost.
    instruments: new Instruments(() => source.appliedCore()),
    // Like the core, throws LeaseLost if another server may have taken over: this server must then not respond from
    // memory.
    get marketData() {
      core();
      return marketData;
    },
    get openOrders() {
      core();
      return openOrders;
    },
    histories: createHistories(database, parts.projected),
    browsing: createBrowsing(database, parts.projected),
    clientReads: new ClientReads(),
    houseMoney: new HouseMoney(core),
    ledgerAudit: new LedgerAudit(core, () => newestStateHash(pool)),
    uploadLimits: new AttemptLimits(pool),
    log: parts.log,
  };
}

/** Opens the modules that manage clients and operators, and the messages to them. */
async function openPeople<S extends ReturnType<typeof groundServices>>(
  base: S,
  settings: Settings,
  ground: Ground,
  openId: OpenIdProvider | undefined,
) {
  const { carrier, sms, outbox } = messengersOf(settings, ground.pool);
  const outside = { secret: sessionSecret(settings), baseUrl: baseUrlOf(settings) };
  const set = Object.assign(base, { outbox }, await openSettings(ground));
  const notified = Object.assign(set, openNotifications(set, ground, { carrier, ...outside }));
  const filed = Object.assign(notified, openFiles(notified, ground, filesOf(settings)));
  const leaked = await openLeakedPasswords(settings);
  ground.onClose(() => leaked?.close());
  const { smsPerCountryHour } = settings;
  const known = Object.assign(
    filed,
    await openAuth(filed, ground, { ...outside, times: settings, sms, smsPerCountryHour, openId, leaked }),
  );
  const isSandbox = settings.mode === 'sandbox';
  const staffed = Object.assign(known, openStaff(known, ground, { ...outside, isSandbox }));
  const restricted = Object.assign(staffed, await openRestrictions(staffed, ground));
  return Object.assign(restricted, await openKyc(restricted, ground));
}

async function openLeakedPasswords({ leakedPasswords }: Settings): Promise<LeakedPasswords | undefined> {
  if (leakedPasswords === undefined) return undefined;
  return LeakedPasswords.open(leakedPasswords).catch((error: unknown) => {
    throw error instanceof NoLeakedPasswords ? new StartError(`LEAKED_PASSWORDS: ${error.message}.`) : error;
  });
}
