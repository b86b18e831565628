import { accountPath, evmAddresses, SeedKeys, SigningClient } from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignerProcess } from '../../custody/testing/signer-process.ts';
import { checkSigner } from './check-signer.ts';

const seed = '0e'.repeat(32);
const coins = { ETH: { decimals: 18, perPayment: '1', perDay: '1' } };
const signer = new SignerProcess(seed, { ERC20: { maxFee: '1', feesPerDay: '1', coins } });
const warnings: unknown[] = [];
const log = { warn: (...words: unknown[]) => void warnings.push(words) };

beforeAll(() => signer.start());
afterAll(() => signer.remove());

async function own(of: string) {
  const keys = new SeedKeys(Buffer.from(of, 'hex'));
  const xpub = await keys.accountXpub(accountPath('evm', 'deposit'));
  const hotAddress = evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0);
  return { network: 'ERC20', xpub, hotAddress } as const;
}

test('addresses of the signer’s own keys are accepted', async () => {
  await checkSigner(signer.client, [await own(seed)], log);
  expect(warnings).toEqual([]);
});

test('addresses of other keys are refused: coins sent there could not be spent', async () => {
  const [mine, other] = [await own(seed), await own('0d'.repeat(32))];
  const check = (settings: typeof mine) => checkSigner(signer.client, [settings], log);
  await expect(check({ ...mine, xpub: other.xpub })).rejects.toThrow('ERC20_XPUB does not belong to the signer');
  await expect(check({ ...mine, hotAddress: other.hotAddress })).rejects.toThrow(
    `differs from the signer's hot address, ${mine.hotAddress}`,
  );
  await expect(checkSigner(signer.client, [{ ...mine, network: 'BEP20' }], log)).rejects.toThrow(
    'does not sign for BEP20',
  );
});

test('a signer with another secret is reported, and an unreachable signer does not stop trading', async () => {
  const stranger = new SigningClient({ url: signer.url, secret: 'x'.repeat(32) });
  await expect(checkSigner(stranger, [await own(seed)], log)).rejects.toThrow('its secret or its clock differs');
  const away = new SigningClient({ url: `${signer.url}-nowhere`, secret: 'x'.repeat(32) });
  await checkSigner(away, [await own(seed)], log);
  expect(warnings).toHaveLength(1);
});
