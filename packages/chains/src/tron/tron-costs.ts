import { ChainError, FeeTooHigh, NodeFault, WouldFail } from '../chain-errors.ts';
import { addressHex } from './tron-address.ts';
import { assumedFees, bandwidthBytes, type TronFees, worstFeeSun } from './tron-fees.ts';
import { integerIn, listIn, type TronNode } from './tron-node.ts';
import type { TronReader } from './tron-reader.ts';
import { encodeRaw, type RawTransaction } from './tron-transaction.ts';

/** The current prices. */
export interface TronPrices extends TronFees {
  readonly energySun: bigint;
}

/**
 * Adds a margin of a fifth: a contract's energy cost may rise by at most that much within a cycle of six hours
 * (TIP-491).
 */
export function withMargin(energy: bigint): bigint {
  return (energy * 12n + 9n) / 10n;
}

/**
 * The fee limit for this much energy. It is generous, because a token transfer costs twice as much if the receiver has
 * spent all their tokens before the transfer is included; unused energy costs nothing.
 * @param raw the transaction with the largest fee limit allowed, because the bytes of that field cost bandwidth too
 */
export function boundedFeeLimit(raw: RawTransaction, energySun: bigint, maxFee: bigint): bigint {
  const room = maxFee - worstFeeSun(encodeRaw(raw), raw.contract.kind);
  const least = withMargin(energySun);
  if (room < least) throw new FeeTooHigh(`the payment may cost ${least - room} sun more than the allowed ${maxFee}`);
  const generous = (energySun * 5n) / 2n;
  return generous < room ? generous : room;
}

/** Queries the network for the cost of a transaction. */
export class TronCosts {
  readonly #node: TronNode;
  readonly #reader: TronReader;

  constructor(node: TronNode, reader: TronReader) {
    this.#node = node;
    this.#reader = reader;
  }

  async prices(): Promise<TronPrices> {
    const parameters = listIn(await this.#node.ask('getchainparameters'), 'chainParameter');
    const value = (name: string): bigint => {
      const parameter = parameters.find(({ key }) => key === name);
      if (parameter === undefined) throw new NodeFault(`the node does not report the network's fee parameter ${name}`);
      return BigInt(integerIn(parameter, 'value'));
    };
    const fees: TronFees = {
      bandwidthSunPerByte: value('getTransactionFee'),
      newAccountBandwidthSun: value('getCreateAccountFee'),
      newAccountSun: value('getCreateNewAccountFeeInSystemContract'),
    };
    for (const name of Object.keys(assumedFees) as (keyof TronFees)[]) {
      if (fees[name] > assumedFees[name])
        throw new ChainError(
          `the network's fee parameter ${name} is ${fees[name]}, higher than the assumed ${assumedFees[name]}`,
        );
    }
    return { ...fees, energySun: value('getEnergyFee') };
  }

  /**
   * The energy that the transaction would take, estimated on the newest block. Throws Rejected if its contract refuses
   * the call.
   */
  async energy({ contract }: RawTransaction): Promise<bigint> {
    if (contract.kind === 'transfer') return 0n;
    const { energy, result, message } = await this.#reader.call(contract.owner, contract.contract, contract.data);
    if (result === undefined) throw new WouldFail(`${contract.contract} rejects the transfer: ${message}`);
    return energy;
  }

  /** The fee that the network would burn now, after the owner's own energy and bandwidth are used up. */
  async fee(raw: RawTransaction, energy: bigint, prices: TronPrices): Promise<bigint> {
    const { owner } = raw.contract;
    const resources = await this.#node.ask('getaccountresource', { address: addressHex(owner) });
    const left = (limit: string, used: string): bigint =>
      BigInt(integerIn(resources, limit)) - BigInt(integerIn(resources, used));
    const bytes = bandwidthBytes(encodeRaw(raw));
    const isStaked = left('NetLimit', 'NetUsed') >= bytes;
    if (await this.#makesAccount(raw)) return prices.newAccountSun + (isStaked ? 0n : prices.newAccountBandwidthSun);
    const isFree = isStaked || left('freeNetLimit', 'freeNetUsed') >= bytes;
    const burned = energy - left('EnergyLimit', 'EnergyUsed');
    return (isFree ? 0n : bytes * prices.bandwidthSunPerByte) + (burned > 0n ? burned * prices.energySun : 0n);
  }

  async #makesAccount({ contract }: RawTransaction): Promise<boolean> {
    return contract.kind === 'transfer' && !(await this.#reader.hasAccount(contract.to));
  }
}
