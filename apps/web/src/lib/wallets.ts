import type { Calls } from '@vitrine/contract';
import { call } from './api.ts';

/** The interface of browser wallets (EIP-1193). */
interface WalletProvider {
  request(query: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: () => void): unknown;
  removeListener?(event: string, listener: () => void): unknown;
}

/** A wallet as it announces itself (EIP-6963). */
export type Wallet = {
  readonly id: string;
  readonly name: string;
  /** A `data:` URL of a picture. */
  readonly icon: string;
  readonly provider: WalletProvider;
};

type Announcement = {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string };
  readonly provider: WalletProvider;
};

const ANNOUNCED_WITHIN_MS = 300;

/**
 * The wallets in this browser. They announce themselves on request; if none does, `window.ethereum` may be a wallet
 * older than EIP-6963.
 */
export async function findWallets(): Promise<readonly Wallet[]> {
  const found = new Map<string, Wallet>();
  const hear = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announcement>).detail;
    found.set(info.uuid, { id: info.uuid, name: info.name, icon: info.icon, provider });
  };
  window.addEventListener('eip6963:announceProvider', hear);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_WITHIN_MS));
  window.removeEventListener('eip6963:announceProvider', hear);
  const { ethereum } = window as { readonly ethereum?: WalletProvider };
  if (found.size === 0 && ethereum) return [{ id: 'ethereum', name: '', icon: '', provider: ethereum }];
  return [...found.values()];
}

export type SignedMessage = { readonly address: string; readonly message: string; readonly signature: string };

/** Whether the user rejected the request in the wallet (EIP-1193, 4001). */
export const isWalletRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 4001;

/** Asks the wallet to prove its address to this site. Throws ApiError, and any error of the wallet. */
export async function signForSite({ provider }: Wallet, statement: string): Promise<SignedMessage> {
  const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as readonly string[];
  if (!address) throw new Error('the wallet returned no account');
  const challenge = await call('POST /api/v3/web3-nonce');
  const message = messageFor(address, statement, challenge);
  const signature = (await provider.request({ method: 'personal_sign', params: [toHex(message), address] })) as string;
  return { address, message, signature };
}

type Challenge = Calls['POST /api/v3/web3-nonce']['response'];

/**
 * The message in the format of EIP-4361, line by line. The server accepts the address in any letter case, with or
 * without a checksum.
 */
const messageFor = (address: string, statement: string, challenge: Challenge): string =>
  [
    `${challenge.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${challenge.uri}`,
    'Version: 1',
    `Chain ID: ${challenge.chain_id}`,
    `Nonce: ${challenge.nonce}`,
    `Issued At: ${challenge.issued_at}`,
    `Expiration Time: ${challenge.expires_at}`,
  ].join('\n');

const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Ethereum's chain ID (EIP-155). */
const ETHEREUM = 1n;

export type WalletLook = {
  readonly address: string;
  /**
   * The address's ETH balance as a decimal string; undefined if the wallet is set to a network other than Ethereum.
   */
  readonly ether: string | undefined;
};

/** Asks a wallet for its address and balance. Throws any error of the wallet. */
export async function lookInto({ provider }: Wallet): Promise<WalletLook> {
  const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as readonly string[];
  if (!address) throw new Error('the wallet returned no account');
  const network = (await provider.request({ method: 'eth_chainId' })) as string;
  if (BigInt(network) !== ETHEREUM) return { address, ether: undefined };
  const wei = (await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })) as string;
  return { address, ether: etherText(BigInt(wei)) };
}

/** Asks the wallet to change to Ethereum (EIP-3326). Throws any error of the wallet. */
export const toEthereum = ({ provider }: Wallet): Promise<unknown> =>
  provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${ETHEREUM.toString(16)}` }] });

const changes = ['accountsChanged', 'chainChanged'] as const;

/** Listens for a change of account or network in the wallet. Returns a function that stops it. */
export function onWalletChange({ provider }: Wallet, changed: () => void): () => void {
  for (const change of changes) provider.on?.(change, changed);
  return () => {
    for (const change of changes) provider.removeListener?.(change, changed);
  };
}

const WEI_DECIMALS = 18;

function etherText(wei: bigint): string {
  const digits = String(wei).padStart(WEI_DECIMALS + 1, '0');
  return `${digits.slice(0, -WEI_DECIMALS)}.${digits.slice(-WEI_DECIMALS)}`;
}
