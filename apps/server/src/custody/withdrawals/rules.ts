import type { Network } from '@vitrine/chains';
import type { AssetView, OwnerId } from '@vitrine/core';
import { formatDecimal, parseDecimal } from '@vitrine/money';
import type { Session } from '../../http/session.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { AddressBook, SavedAddress } from './address-book.ts';
import type { BlockedAddresses } from './blocked.ts';
import type { WithdrawalChoicesTable } from './choices.ts';
import type { Destination, Destinations } from './destinations.ts';
import type { WithdrawalLimits, WithdrawalLimitsParts } from './limits.ts';

export interface WithdrawalRulesParts extends Pick<WithdrawalLimitsParts, 'core' | 'instruments' | 'settings'> {
  readonly limits: WithdrawalLimits;
  readonly destinations: Destinations;
  readonly blocked: BlockedAddresses;
  readonly book: AddressBook;
  readonly choices: WithdrawalChoicesTable;
}

/** A client's request. */
export interface WithdrawalForm {
  readonly coin: string;
  readonly network: Network;
  readonly address: string;
  readonly amount: string;
  readonly oneStep: boolean;
}

/** The terms of a request that satisfies all current rules. */
export interface WithdrawalTerms extends Destination {
  readonly asset: AssetView;
  readonly network: Network;
  readonly units: number;
  readonly feeUnits: number;
  readonly valueUnits: number;
  readonly limitUnits: number;
  /** What is left of the 24-hour limit if this withdrawal is made. */
  readonly leftUnits: number;
  readonly saved: SavedAddress | undefined;
  readonly isOneStep: boolean;
}

/** Whether a withdrawal is possible, and on what terms. The first broken rule is reported. */
export class WithdrawalRules {
  readonly #parts: WithdrawalRulesParts;

  constructor(parts: WithdrawalRulesParts) {
    this.#parts = parts;
  }

  async terms(session: Session, form: WithdrawalForm): Promise<WithdrawalTerms> {
    const { limits } = this.#parts;
    const { owner } = session;
    const { asset, row } = this.#coinNetwork(form);
    await limits.demandFree(owner);
    const { destination, saved } = await this.#destination(owner, form);
    const units = this.#amount(owner, asset, row, form.amount);
    const valueUnits = await limits.valueOf(asset, units);
    if (valueUnits === undefined)
      throw new ApiError('withdrawals_stopped', { coin: asset.code, network: form.network });
    const within = await limits.demandWithin(session, valueUnits);
    return {
      ...destination,
      ...within,
      asset,
      network: form.network,
      units,
      valueUnits,
      saved,
      // An internal transfer has no network fee.
      feeUnits: destination.receiver === undefined ? unitsOf(row.withdrawalFee, asset) : 0,
      isOneStep: form.oneStep && (await this.#mayBeOneStep(owner, saved, valueUnits)),
    };
  }

  /** Parses a recipient or an address to save. Errors: those of `Destinations.read`, recipient_flagged. */
  async readAddress(owner: OwnerId, network: Network, text: string): Promise<Destination> {
    const destination = this.#parts.destinations.read(owner, network, text);
    const reason = await this.#parts.blocked.reasonFor(network, destination.address);
    if (reason !== undefined) throw new ApiError('recipient_flagged', { reason });
    return destination;
  }

  /**
   * The asset of a request, and its row in the coin × network table. Errors: unknown_coin, unknown_network,
   * withdrawals_stopped.
   */
  #coinNetwork({ coin, network }: WithdrawalForm): { readonly asset: AssetView; readonly row: CoinNetwork } {
    const { instruments, settings, destinations } = this.#parts;
    const asset = instruments.assetByCode(coin);
    if (asset === undefined) throw new ApiError('unknown_coin', { coin });
    const row = settings().coinNetworks.find((one) => one.coin === asset.code && one.network === network);
    if (row === undefined) throw new ApiError('unknown_network', { coin: asset.code, network });
    const isOpen = row.withdrawalsOpen && destinations.isSetUp(network);
    if (!isOpen) throw new ApiError('withdrawals_stopped', { coin: asset.code, network });
    return { asset, row };
  }

  async #destination(owner: OwnerId, { network, address: text }: WithdrawalForm) {
    const { book, choices } = this.#parts;
    const destination = await this.readAddress(owner, network, text);
    const saved = await book.find(owner, network, destination.address);
    if (!(await choices.of(owner)).onlySaved) return { destination, saved };
    if (saved === undefined) throw new ApiError('recipient_not_saved');
    if (!book.isUsable(saved)) throw new ApiError('recipient_too_new', { time: String(saved.usableAtMs) });
    return { destination, saved };
  }

  /**
   * The amount of a request, in units of the asset. Errors: amount_required, malformed_amount, excess_decimals,
   * exceeds_range, below_minimum, exceeds_balance.
   */
  #amount(owner: OwnerId, asset: AssetView, row: CoinNetwork, text: string): number {
    if (text.trim() === '') throw new ApiError('amount_required');
    const units = readUnits(text.trim(), asset);
    if (units < unitsOf(row.minimumWithdrawal, asset)) {
      throw new ApiError('below_minimum', { value: row.minimumWithdrawal });
    }
    const { availableUnits } = this.#parts.core().balance(owner, 'spot', asset.asset);
    if (units > availableUnits) {
      throw new ApiError('exceeds_balance', { value: formatDecimal(availableUnits, asset.scale) });
    }
    return units;
  }

  async #mayBeOneStep(owner: OwnerId, saved: SavedAddress | undefined, valueUnits: number): Promise<boolean> {
    const { book, choices, limits } = this.#parts;
    if (saved === undefined || !book.isUsable(saved)) return false;
    return (await choices.of(owner)).oneStep && (await limits.allowsOneStep(owner, valueUnits));
  }
}

/** Converts an amount in the coin × network table to units. */
function unitsOf(text: string, asset: AssetView): number {
  const units = parseDecimal(text, asset.scale);
  if (units === undefined)
    throw new Error(`the network settings of ${asset.code} contain ${text}, which is not an amount`);
  return units;
}
