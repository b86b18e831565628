import { type endpoints, type IdType, idTypes, type ResponseOf } from '@vitrine/contract';
import { singleLimit } from '../../custody/withdrawals/limits.ts';
import { positionOnWire } from '../../futures/http/wire.ts';
import { openPositions } from '../../futures/positions/open-positions.ts';
import { pageOf } from '../../http/paging.ts';
import { deviceName } from '../../kit/device-name.ts';
import { maskDetail, maskEmail, maskIp, maskLabel, maskName, maskPhone, maskText } from '../../kit/masks.ts';
import { fillOnWire, orderOnWire, wideText } from '../../projections/wire.ts';
import { restrictionItem } from '../../restrictions/console/restriction-item.ts';
import { membershipLevel } from '../../settings/fee-tiers.ts';
import { isOwn } from '../../staff/members/staff-member.ts';
import { lineOnWire } from '../../wallet/http/statement.ts';
import { signedValueText, valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { walletTotals } from '../../wallet/http/wallet-entry.ts';
import { stateOf } from '../client-directory.ts';
import type { ClientFile } from '../client-files.ts';
import type { Handler, Services } from '../services.ts';

type Picture = ResponseOf<typeof endpoints.consoleClient>['client'];

/** The maximum number of entries shown of each history, newest first. */
const SHOWN = 50;

export const consoleClient: Handler<'consoleClient'> = async ({ services, session, query }) => {
  const { clientFiles, restrictions } = services;
  const file = await clientFiles.of(query.uid);
  const found = await restrictions.of(file.owner);
  const inForce = found.filter(({ endedAtMs }) => endedAtMs === 0).map(({ kind }) => kind);
  return {
    client: {
      uid: file.uid,
      state: stateOf(inForce, services.core.isFrozen(file.owner)),
      own: isOwn(file.email, session),
      identity: await identityOf(services, file),
      ...balancesOf(services, file),
      ...(await historiesOf(services, file)),
      ...(await doings(services, file)),
      restrictions: found.map(restrictionItem),
      sign_in: await signInOf(services, file),
      position: services.core.position,
    },
  };
};

async function identityOf(services: Services, file: ClientFile): Promise<Picture['identity']> {
  return {
    email: maskEmail(file.email),
    phone: maskPhone(file.phone),
    name: maskName(file.name),
    birthday: maskText(file.birthday),
    address: maskText(file.address),
    phone_verified: file.isPhoneVerified,
    opened_by: file.openedBy,
    joined_at: file.joinedAtMs,
    referral: file.referral,
    membership_level: membershipLevel(services.core.feeTier(file.owner).tier),
    verified_at: file.verifiedAtMs,
    kyc: await services.clientFiles.kycState(file),
    id_type: (idTypes as readonly string[]).includes(file.idType) ? (file.idType as IdType) : '',
  };
}

function balancesOf(services: Services, { owner }: ClientFile): Pick<Picture, 'balances' | 'total_value'> {
  const { core, instruments } = services;
  const balances = [...core.balances(owner)].map(({ wallet, asset, availableUnits, heldUnits }) => {
    const { code, scale } = instruments.asset(asset);
    const value = valueUnits(services, instruments.asset(asset), availableUnits + heldUnits);
    return {
      coin: code,
      wallet,
      available: wideText(BigInt(availableUnits), scale),
      held: wideText(BigInt(heldUnits), scale),
      value: valueText(services, value),
    };
  });
  const total = Object.values(walletTotals(services, owner)).reduce((sum, value) => sum + value, 0n);
  return { balances, total_value: signedValueText(services, total) };
}

async function historiesOf(services: Services, { owner }: ClientFile) {
  const { histories, instruments } = services;
  const page = { owner, cursor: undefined, limit: SHOWN };
  const [orders, fills, lines] = await Promise.all([
    histories.orders({ ...page, market: undefined, isPerpetual: false }),
    histories.fills({ ...page, market: undefined, order: undefined }),
    histories.statement({ ...page, asset: undefined }),
  ]);
  return {
    open_orders: services.openOrders
      .of(owner)
      .map((order) => orderOnWire(instruments, order))
      .reverse(),
    positions: openPositions(services.core, owner, services.openOrders.of(owner)).map((one) =>
      positionOnWire(instruments, one),
    ),
    orders: pageOf(orders).rows.map((order) => orderOnWire(instruments, order)),
    trades: pageOf(fills).rows.map((fill) => fillOnWire(instruments, fill)),
    statement: pageOf(lines).rows.map((line) => lineOnWire(instruments, line)),
  };
}

/** The client's sessions, security events and notifications, with addresses masked. */
async function doings(services: Services, file: ClientFile): Promise<Pick<Picture, 'sessions' | 'events' | 'notices'>> {
  const [sessions, events, notices] = await Promise.all([
    services.clientFiles.sessions(file),
    services.securityEvents.of(file.owner, { limit: SHOWN }),
    services.notices.of(file.owner, { limit: SHOWN }),
  ]);
  return {
    sessions: sessions.map(({ id, ip, userAgent, signedInAtMs, expiresAtMs }) => ({
      id,
      signed_in_at: signedInAtMs,
      expires_at: expiresAtMs,
      ip: maskIp(ip),
      ...deviceName(userAgent),
    })),
    events: events.map(({ id, atMs, kind, ip, userAgent, details }) => ({
      id,
      at: atMs,
      kind,
      details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, maskDetail(value)])),
      ip: maskIp(ip),
      ...deviceName(userAgent),
    })),
    notices: notices.map(({ id, atMs, kind, isRead }) => ({ id, at: atMs, kind, read: isRead })),
  };
}

async function signInOf({ clientFiles, exchangeSettings }: Services, file: ClientFile): Promise<Picture['sign_in']> {
  const [passkeys, accounts] = await Promise.all([clientFiles.passkeys(file), clientFiles.outsideAccounts(file)]);
  return {
    transaction_password: file.hasTransactionPassword,
    authenticator: file.hasAuthenticator,
    recovery_codes_left: file.recoveryCodesLeft,
    passkeys: passkeys.map(({ name, createdAtMs, usedAtMs }) => ({ name, created_at: createdAtMs, used_at: usedAtMs })),
    accounts: accounts.map(({ provider, label, connectedAtMs }) => ({
      provider,
      label: maskLabel(label),
      connected_at: connectedAtMs,
    })),
    anti_phishing_code: file.hasAntiPhishingCode,
    withdraw_limit: String(singleLimit(exchangeSettings.current().singleWithdrawalChoicesUsdt, file.withdrawLimit)),
    withdrawals_held_until: file.withdrawalsHeldUntilMs,
    withdrawals_held_reason: file.withdrawalsHeldReason,
  };
}
