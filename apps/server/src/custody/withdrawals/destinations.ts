import {
  type AddressFormat,
  type ChainCoin,
  type ChainFamily,
  familyOf,
  isUnspendable,
  mainTokens,
  type Network,
  networks,
} from '@vitrine/chains';
import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';

/** The facts about a network that are needed to check where a withdrawal goes. */
export interface DestinationNetwork {
  readonly addresses: AddressFormat;
  readonly hotAddress: string;
  readonly coins: readonly ChainCoin[];
}

export interface DestinationsParts {
  /** The networks that are set up. */
  readonly networks: () => ReadonlyMap<Network, DestinationNetwork>;
  /** The owner of this deposit address, which must be in canonical form. */
  readonly ownerOf: (network: Network, address: string) => OwnerId | undefined;
}

/** An address that a withdrawal may go to. */
export interface Destination {
  /** The address in the network's canonical form. */
  readonly address: string;
  /** The client whose deposit address this is; undefined if it is not a deposit address of the exchange. */
  readonly receiver: OwnerId | undefined;
}

/** Classifies addresses: which network they belong to, and whether they are ours. */
export class Destinations {
  readonly #parts: DestinationsParts;

  constructor(parts: DestinationsParts) {
    this.#parts = parts;
  }

  isSetUp(network: Network): boolean {
    return this.#parts.networks().has(network);
  }

  /**
   * The destination that a client has entered. Errors: recipient_required, recipient_wrong_network,
   * recipient_malformed, recipient_own, recipient_contract, recipient_unspendable.
   */
  read(owner: OwnerId, network: Network, typed: string): Destination {
    const text = typed.trim();
    if (text === '') throw new ApiError('recipient_required');
    const address = this.parse(network, text);
    if (address === undefined) {
      throw new ApiError(this.#isOfAnother(network, text) ? 'recipient_wrong_network' : 'recipient_malformed');
    }
    const receiver = this.#parts.ownerOf(network, address);
    if (receiver === owner || this.#isHot(network, address)) throw new ApiError('recipient_own');
    const coin = this.#coinOf(network, address);
    if (coin !== undefined) throw new ApiError('recipient_contract', { coin });
    if (isUnspendable(address)) throw new ApiError('recipient_unspendable');
    return { address, receiver };
  }

  /** An address in canonical form; undefined if the text is not an address of this network. */
  parse(network: Network, text: string): string | undefined {
    return this.#parts.networks().get(network)?.addresses.parse(text);
  }

  /**
   * The coin whose contract is at this address, on this network or on another of the same family; undefined if there is
   * none. Nobody has a contract's key, so tokens sent to it are lost.
   */
  #coinOf(network: Network, address: string): string | undefined {
    const isLike = (other: Network) => familyOf[other] === familyOf[network];
    const ours = [...this.#parts.networks()].filter(([other]) => isLike(other)).flatMap(([, { coins }]) => coins);
    const main = networks.filter(isLike).flatMap((other) => mainTokens[other]);
    const contracts = [...ours, ...main.map(([coin, contract]) => ({ coin, contract }))];
    return contracts.find(({ contract }) => contract !== undefined && this.parse(network, contract) === address)?.coin;
  }

  #isOfAnother(network: Network, text: string): boolean {
    const isOther = (family: ChainFamily) => family !== familyOf[network];
    return networks.some((other) => isOther(familyOf[other]) && this.parse(other, text) !== undefined);
  }

  /**
   * Whether this is the hot wallet's address: a withdrawal to it would return to the exchange without belonging to any
   * client.
   */
  #isHot(network: Network, address: string): boolean {
    const others = [...this.#parts.networks()].filter(([other]) => familyOf[other] === familyOf[network]);
    return others.some(([, { hotAddress }]) => hotAddress === address);
  }
}
