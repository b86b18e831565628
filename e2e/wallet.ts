import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** Gives the page a browser wallet (EIP-6963, EIP-1193) that creates real signatures. Returns its address. */
export async function installWallet(page: Page): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey());
  await page.exposeFunction('signWithTestWallet', (message: `0x${string}`) =>
    account.signMessage({ message: { raw: message } }),
  );
  await page.addInitScript((address) => {
    // Ethereum, unless a test has set it to another network.
    const network = () => localStorage.getItem('test-wallet-network') ?? '0x1';
    const listeners: [string, () => void][] = [];
    const provider = {
      on: (event: string, listener: () => void) => listeners.push([event, listener]),
      request: async ({ method, params = [] }: { method: string; params?: string[] }) => {
        if (method === 'eth_requestAccounts') return [address];
        // 1.25 ETH, in wei.
        if (method === 'eth_getBalance') return `0x${(125n * 10n ** 16n).toString(16)}`;
        if (method === 'eth_chainId') return network();
        if (method === 'wallet_switchEthereumChain') {
          localStorage.removeItem('test-wallet-network');
          for (const [event, listener] of listeners) if (event === 'chainChanged') listener();
          return null;
        }
        if (method !== 'personal_sign')
          throw Object.assign(new Error(`method ${method} is not supported`), { code: 4200 });
        const { signWithTestWallet } = window as unknown as { signWithTestWallet: (text: string) => Promise<string> };
        return signWithTestWallet(params[0] ?? '');
      },
    };
    const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon: 'data:,', rdns: 'example.wallet' };
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
    window.addEventListener('eip6963:requestProvider', announce);
  }, account.address);
  return account.address;
}
