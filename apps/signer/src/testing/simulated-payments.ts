import {
  accountPath,
  evmAddresses,
  type Movement,
  SeedKeys,
  type SignRequest,
  SimulatedChain,
  signRequest,
} from '@vitrine/chains';
import { seed } from './signer-process.ts';

const plenty = 1_000_000n * 10n ** 18n;

/** A simulated network whose hot wallet is the test signer's. */
export async function openChain(): Promise<SimulatedChain> {
  const keys = new SeedKeys(Buffer.from(seed, 'hex'));
  return new SimulatedChain({
    network: 'ERC20',
    coins: [
      { coin: 'ETH', decimals: 18 },
      { coin: 'USDT', decimals: 6, contract: 'simulated:USDT' },
    ],
    addresses: evmAddresses,
    xpub: await keys.accountXpub(accountPath('evm', 'deposit')),
    hotAddress: evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0),
    premine: { ETH: plenty, USDT: plenty },
    nowMs: Date.now,
  });
}

export const stranger = '0x000000000000000000000000000000000000dEaD';
export const usdt = 1_000_000n;
export const eth = 10n ** 18n;

export async function depositAddress(index: number): Promise<string> {
  const keys = new SeedKeys(Buffer.from(seed, 'hex'));
  return evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'deposit')), index);
}

/** Pays a deposit to the deposit address with this index, and coins for fees. */
export async function endow(chain: SimulatedChain, index: number): Promise<void> {
  const to = await depositAddress(index);
  chain.pay([
    { coin: 'USDT', to, amount: String(100n * usdt) },
    { coin: 'ETH', to, amount: String(eth) },
  ]);
  chain.mine();
}

interface Wish {
  readonly id?: string;
  readonly purpose?: SignRequest['payment']['purpose'];
  readonly movement?: Partial<Movement>;
  readonly taken?: readonly string[];
  readonly toIndex?: number;
}

/** A withdrawal of 10 USDT by default. */
export async function withdrawal(chain: SimulatedChain, wish: Wish = {}): Promise<SignRequest> {
  const { id = 'withdrawal:1', purpose = 'withdrawal', taken = [], toIndex } = wish;
  const movement: Movement = {
    source: { kind: 'hot' },
    coin: 'USDT',
    to: stranger,
    amount: 10n * usdt,
    ...wish.movement,
  };
  const unsigned = await chain.build({ id, ...movement }, { taken, maxFee: plenty });
  const { coin, to, amount } = movement;
  const index = toIndex === undefined ? {} : { toIndex };
  return signRequest(id, chain.network, unsigned, { purpose, coin, to, amount: String(amount), ...index });
}
