import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evmAddresses, isSigned, keyPath, type Network, SeedKeys, type SignRequest } from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignerProcess, seed } from './testing/signer-process.ts';

const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const limits = { perPayment: '5', perDay: '100' };
const signer = new SignerProcess({
  networks: {
    ERC20: { chainId: 1, maxFee: '0.01', feesPerDay: '1', coins: { ETH: { decimals: 18, ...limits } } },
    TRC20: {
      maxFee: '101',
      feesPerDay: '1000',
      coins: { TRX: { decimals: 6, ...limits }, USDT: { decimals: 6, contract: usdtContract, ...limits } },
    },
    BTC: { maxFee: '0.001', feesPerDay: '0.1', coins: { BTC: { decimals: 8, ...limits } } },
  },
});
beforeAll(() => signer.start());
afterAll(() => signer.remove());

async function codeOf(
  paymentId: string,
  network: Network,
  bytes: string,
  [coin, to, amount]: readonly [coin: string, to: string, amount: string],
): Promise<string> {
  const unsigned = { bytes, source: { kind: 'hot' }, claims: [], maxFee: '0' } as const;
  const request: SignRequest = { paymentId, network, unsigned, payment: { purpose: 'withdrawal', coin, to, amount } };
  const answer = await signer.client.sign(request);
  return isSigned(answer) ? 'signed' : answer.code;
}

test('the signer has an address on each network', async () => {
  const { networks } = await signer.client.health();
  expect(Object.fromEntries(networks.map(({ network, hotAddress }) => [network, hotAddress]))).toEqual({
    ERC20: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    TRC20: expect.stringMatching(/^T[1-9A-Za-z]{33}$/),
    BTC: expect.stringMatching(/^bc1q[0-9a-z]{38}$/),
  });
});

test('Ethereum: the example transaction of EIP-155 is signed; the same transaction for another chain is refused', async () => {
  const payment = ['ETH', '0x3535353535353535353535353535353535353535', String(10n ** 18n)] as const;
  const example = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008001';
  expect(await codeOf('withdrawal:1', 'ERC20', `${example}8080`, payment)).toBe('signed');
  const elsewhere = `${example.slice(0, -2)}388080`;
  expect(await codeOf('withdrawal:2', 'ERC20', elsewhere, payment)).toBe('malformed');
});

// A transfer of 1.234567 USDT as encoded by a node, in parts: `transfer` inserts the sender, the timestamp and the
// expiry.
const written = {
  before: '0a02bb66220896b95c21f21f646840b894daff8e',
  expiryEnd: '34',
  owner:
    '5aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541',
  after:
    '121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000000cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79000000000000000000000000000000000000000000000000000000000012d68770',
  end: '8e34900180c2d72f',
};

/**
 * The same transfer from our hot wallet; its timestamp field contains the four bytes given as `timestamp`. It expires
 * at the original time in 2026 ('then') or in the next century ('later').
 */
async function transfer(timestamp: string, expires: 'then' | 'later'): Promise<string> {
  const key = await new SeedKeys(Buffer.from(seed, 'hex')).publicKey(keyPath('tron', { kind: 'hot' }));
  const owner = evmAddresses.fromPublicKey(key).slice(2).toLowerCase();
  const expiry = expires === 'then' ? written.expiryEnd : '7f';
  return [written.before, expiry, written.owner, owner, written.after, timestamp, written.end].join('');
}

const usdt = ['USDT', 'TUYk6KFucrUdb5rxR8n7YRXxQB3sgSK8uh', '1234567'] as const;

test('TRON: while a transaction of a payment may still be included, no second one is signed', async () => {
  expect(await codeOf('withdrawal:3', 'TRC20', await transfer('f7c6d6ff', 'later'), usdt)).toBe('signed');
  expect(await codeOf('withdrawal:3', 'TRC20', await transfer('f7c7d6ff', 'later'), usdt)).toBe('second_payment');
  expect(await codeOf('withdrawal:3', 'TRC20', await transfer('f7c6d6ff', 'later'), usdt)).toBe('signed');
});

test('TRON: once a transaction of a payment has expired, a second one is signed', async () => {
  expect(await codeOf('withdrawal:4', 'TRC20', await transfer('f7c6d6ff', 'then'), usdt)).toBe('signed');
  expect(await codeOf('withdrawal:4', 'TRC20', await transfer('f7c7d6ff', 'later'), usdt)).toBe('signed');
});

test('TRON: a payment that is requested repeatedly stays within the 24-hour limit', async () => {
  const [coin, to, amount] = usdt;
  const coins = {
    TRX: { decimals: 6, ...limits },
    USDT: { decimals: 6, contract: usdtContract, perPayment: '5', perDay: '2' },
  };
  const one = new SignerProcess({ networks: { TRC20: { maxFee: '101', feesPerDay: '1000', coins } } });
  await one.start();
  const sign = async (bytes: string) => {
    const unsigned = { bytes, source: { kind: 'hot' }, claims: [], maxFee: '0' } as const;
    const payment = { purpose: 'withdrawal', coin, to, amount } as const;
    const answer = await one.client.sign({ paymentId: 'withdrawal:1', network: 'TRC20', unsigned, payment });
    return isSigned(answer) ? 'signed' : answer.code;
  };
  expect(await sign(await transfer('f7c6d6ff', 'then'))).toBe('signed');
  expect(await sign(await transfer('f7c6d6ff', 'then'))).toBe('signed');
  expect(await sign(await transfer('f7c7d6ff', 'later'))).toBe('daily_limit');
  await one.remove();
});

test('TRON: a contract other than the coin’s is refused', async () => {
  const bytes = (await transfer('f7c6d6ff', 'later')).replace('a614f803b6fd', 'a614f803b6fe');
  expect(await codeOf('withdrawal:5', 'TRC20', bytes, usdt)).toBe('other_contract');
});

test('Bitcoin may be configured as one of its test networks, with an address on it', async () => {
  const bitcoin = { chain: 'regtest', maxFee: '0.001', feesPerDay: '0.1', coins: { BTC: { decimals: 8, ...limits } } };
  const blocked = ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'];
  const one = new SignerProcess({ networks: { BTC: bitcoin }, blocked });
  await one.start();
  expect((await one.client.health()).networks[0]?.hotAddress).toMatch(/^bcrt1q[0-9a-z]{38}$/);
  await one.remove();
});

test('the signer starts with the example policy', async () => {
  const example = JSON.parse(readFileSync(join(import.meta.dirname, '../policy.example.json'), 'utf8'));
  const one = new SignerProcess(example);
  await one.start();
  expect((await one.client.health()).networks).toHaveLength(4);
  await one.remove();
});

test('a contract or blocked address with a typo prevents startup', async () => {
  const coins = { TRX: { decimals: 6, ...limits }, USDT: { decimals: 6, contract: `${usdtContract}x`, ...limits } };
  const networks = { TRC20: { maxFee: '1', feesPerDay: '1', coins } };
  const wrong = new SignerProcess({ networks });
  expect(await wrong.run({})).toBe(1);
  expect(wrong.output).toContain(`The policy has contracts that are not addresses on TRC20: ${usdtContract}x`);
  await wrong.remove();
  const blocking = new SignerProcess({ networks: {}, blocked: ['T1'] });
  expect(await blocking.run({})).toBe(1);
  await blocking.remove();
});
