import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  evmAddresses,
  isSigned,
  type SignedTransaction,
  type SignRefusal,
  type SignRequest,
  type SimulatedChain,
  unsignedHash,
} from '@vitrine/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SignerProcess } from './testing/signer-process.ts';
import { depositAddress, endow, eth, openChain, stranger, usdt, withdrawal } from './testing/simulated-payments.ts';

/** The journal of an older version, with one payment that was signed long ago. */
const beforeStarts =
  '644993a575431ff5bf843ebb6d344309 {"atMs":1700000000000,"id":"old","network":"ERC20","purpose":"withdrawal","coin":"USDT","to":"0x000000000000000000000000000000000000dEaD","amount":"10000000","fee":"1000","hash":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a","source":"hot","claims":["hot:nonce:0"]}\n';

const dyingSigner = fileURLToPath(new URL('testing/dying-signer.ts', import.meta.url));

let chain: SimulatedChain;
let signer: SignerProcess;

const ask = (request: SignRequest): Promise<SignedTransaction | SignRefusal> => signer.client.sign(request);
const codeOf = async (request: SignRequest): Promise<string> => {
  const answer = await ask(request);
  return isSigned(answer) ? 'signed' : answer.code;
};

describe('what is signed and what is not', () => {
  beforeAll(async () => {
    signer = new SignerProcess();
    await signer.start();
  });
  afterAll(() => signer.remove());
  beforeEach(async () => {
    chain = await openChain();
  });

  test('a signed payment is accepted by the network', async () => {
    const answer = await ask(await withdrawal(chain, { id: 'withdrawal:plain' }));
    if (!isSigned(answer)) throw new Error(answer.message);
    await chain.broadcast(answer);
    chain.mine();
    expect(await chain.balance('USDT', stranger)).toBe(10n * usdt);
  });

  test('a request repeated with the same bytes gets the same response and is counted once', async () => {
    const request = await withdrawal(chain, { id: 'withdrawal:twice' });
    const before = await used('USDT');
    const first = await ask(request);
    expect(await ask(request)).toEqual(first);
    expect(await used('USDT')).toBe(before + 10n * usdt);
  });

  test('another payment with the same id is refused: other destination, other amount, other coin', async () => {
    const id = 'withdrawal:named';
    await ask(await withdrawal(chain, { id }));
    expect(await codeOf(await withdrawal(chain, { id, movement: { to: chain.hotAddress } }))).toBe('other_payment');
    expect(await codeOf(await withdrawal(chain, { id, movement: { amount: 11n * usdt } }))).toBe('other_payment');
    expect(await codeOf(await withdrawal(chain, { id, movement: { coin: 'ETH' } }))).toBe('other_payment');
  });

  test('a second transaction of a payment is signed if its claims are the same, and refused otherwise', async () => {
    const id = 'withdrawal:replaced';
    await ask(await withdrawal(chain, { id, taken: ['hot:nonce:0'] }));
    expect(await codeOf(await withdrawal(chain, { id }))).toBe('second_payment');
    chain.fee += 1n;
    expect(await codeOf(await withdrawal(chain, { id, taken: ['hot:nonce:0'] }))).toBe('signed');
  });

  test('a refusal says whether anything was ever signed for the payment', async () => {
    const id = 'withdrawal:known';
    const large = await withdrawal(chain, { id, movement: { amount: 101n * usdt } });
    expect(await ask(large)).toMatchObject({ code: 'payment_limit', wasSigned: false });
    await ask(await withdrawal(chain, { id }));
    expect(await ask(large)).toMatchObject({ code: 'other_payment', wasSigned: true });
  });

  test('the signer trusts the bytes, not the request’s description of them', async () => {
    const request = await withdrawal(chain, { id: 'withdrawal:lie' });
    const claiming = (payment: Partial<SignRequest['payment']>): SignRequest => ({
      ...request,
      payment: { ...request.payment, ...payment },
    });
    expect(await codeOf(claiming({ to: chain.hotAddress }))).toBe('other_destination');
    expect(await codeOf(claiming({ amount: '1' }))).toBe('other_amount');
    expect(await codeOf(claiming({ coin: 'ETH' }))).toBe('other_contract');
    expect(await codeOf(claiming({ coin: 'DAI' }))).toBe('unknown_coin');
    expect(await codeOf({ ...request, network: 'BEP20' })).toBe('unknown_network');
    expect(await codeOf({ ...request, unsigned: { ...request.unsigned, bytes: 'c0ffee' } })).toBe('malformed');
  });

  test("a transaction from an account other than the source's is not signed", async () => {
    const { unsigned, ...request } = await withdrawal(chain, {
      id: 'sweep:foreign',
      purpose: 'sweep',
      movement: { to: chain.hotAddress },
    });
    expect(await codeOf({ ...request, unsigned: { ...unsigned, source: { kind: 'deposit', index: 3 } } })).toBe(
      'malformed',
    );
  });

  test('withdrawals are paid only from the hot wallet', async () => {
    await endow(chain, 3);
    const movement = { source: { kind: 'deposit', index: 3 } } as const;
    expect(await codeOf(await withdrawal(chain, { id: 'withdrawal:deposit', movement }))).toBe('other_source');
  });

  test('a sweep goes from a deposit address to the hot wallet and nowhere else', async () => {
    await endow(chain, 3);
    const source = { kind: 'deposit', index: 3 } as const;
    const sweep = (to: string) => withdrawal(chain, { id: `sweep:${to}`, purpose: 'sweep', movement: { source, to } });
    expect(await codeOf(await sweep(stranger))).toBe('not_our_address');
    expect(await codeOf(await sweep(chain.hotAddress))).toBe('signed');
    expect(await codeOf(await withdrawal(chain, { id: 'sweep:hot', purpose: 'sweep' }))).toBe('other_source');
  });

  test('gas goes to a deposit address that the signer derives itself, and nowhere else', async () => {
    const gas = (id: string, to: string, toIndex?: number) =>
      withdrawal(chain, {
        id,
        purpose: 'gas',
        movement: { coin: 'ETH', amount: 1000n, to },
        ...(toIndex === undefined ? {} : { toIndex }),
      });
    expect(await codeOf(await gas('gas:1', stranger, 7))).toBe('not_our_address');
    expect(await codeOf(await gas('gas:2', await depositAddress(7)))).toBe('not_our_address');
    expect(await codeOf(await gas('gas:3', await depositAddress(7), 7))).toBe('signed');
  });

  test('a blocked destination is never paid', async () => {
    const to = evmAddresses.parse('0x00000000000000000000000000000000000000b1') ?? '';
    expect(await codeOf(await withdrawal(chain, { id: 'withdrawal:blocked', movement: { to } }))).toBe(
      'blocked_destination',
    );
  });

  test('an address that is not in canonical form is refused: a block list would miss it', async () => {
    const movement = { to: stranger.toLowerCase() };
    expect(await codeOf(await withdrawal(chain, { id: 'withdrawal:odd', movement }))).toBe('malformed');
  });

  test('an amount above the limit per payment is refused, and so is a fee above its limit', async () => {
    const amount = 100n * usdt + 1n;
    expect(await codeOf(await withdrawal(chain, { id: 'withdrawal:large', movement: { amount } }))).toBe(
      'payment_limit',
    );
    chain.fee = eth / 100n + 1n;
    expect(await codeOf(await withdrawal(chain, { id: 'withdrawal:dear' }))).toBe('fee_too_high');
  });

  test('an incomplete request is refused as malformed', async () => {
    const request = await withdrawal(chain, { id: 'withdrawal:torn' });
    const { payment: _, ...torn } = request;
    expect(await codeOf(torn as SignRequest)).toBe('malformed');
    expect(await codeOf({ ...request, paymentId: 'two\nlines' })).toBe('malformed');
    expect(await codeOf({ ...request, payment: { ...request.payment, amount: '-1' } })).toBe('malformed');
  });

  test('while the stop file exists nothing is signed, not even repeated requests', async () => {
    const request = await withdrawal(chain, { id: 'withdrawal:stopped' });
    await ask(request);
    writeFileSync(signer.stopPath, '');
    expect(await codeOf(request)).toBe('stopped');
    expect((await signer.client.health()).stopped).toBe(true);
    rmSync(signer.stopPath);
    expect(await codeOf(request)).toBe('signed');
  });
});

describe('limits and the journal', () => {
  beforeEach(async () => {
    signer = new SignerProcess();
    chain = await openChain();
  });
  afterEach(() => signer.remove());

  test('withdrawals in 24 hours are limited per coin, also after kill -9', async () => {
    await signer.start();
    const amount = 100n * usdt;
    expect(await codeOf(await withdrawal(chain, { id: 'a', movement: { amount } }))).toBe('signed');
    expect(await codeOf(await withdrawal(chain, { id: 'b', movement: { amount } }))).toBe('signed');
    await signer.end('SIGKILL');
    await signer.start();
    expect(await used('USDT')).toBe(200n * usdt);
    expect(await codeOf(await withdrawal(chain, { id: 'c', movement: { amount } }))).toBe('daily_limit');
    expect(await codeOf(await withdrawal(chain, { id: 'd', movement: { amount: 50n * usdt } }))).toBe('signed');
    expect(await codeOf(await withdrawal(chain, { id: 'e', movement: { coin: 'ETH', amount: eth } }))).toBe('signed');
  });

  test('fees are limited for all payments together; of a raised fee, only the increase counts', async () => {
    await signer.start();
    chain.fee = eth / 100n;
    for (const id of ['a', 'b', 'c', 'd']) expect(await codeOf(await withdrawal(chain, { id }))).toBe('signed');
    chain.fee = eth / 200n;
    expect(await codeOf(await withdrawal(chain, { id: 'e' }))).toBe('signed');
    chain.fee = eth / 100n;
    expect(await codeOf(await withdrawal(chain, { id: 'e' }))).toBe('signed');
    chain.fee = 1n;
    expect(await codeOf(await withdrawal(chain, { id: 'f' }))).toBe('daily_fee_limit');
    expect(await codeOf(await withdrawal(chain, { id: 'e' }))).toBe('signed');
  });

  test('a signer killed between journal entry and response signs only the same bytes when asked again', async () => {
    await signer.start({}, dyingSigner);
    const request = await withdrawal(chain, { id: 'withdrawal:1' });
    await expect(ask(request)).rejects.toThrow('the signer at');
    expect(await signer.ended()).toBe('SIGKILL');
    await signer.start();
    expect(await used('USDT')).toBe(10n * usdt);
    expect(await codeOf(await withdrawal(chain, { taken: request.unsigned.claims }))).toBe('second_payment');
    expect(await codeOf(request)).toBe('signed');
    expect(await used('USDT')).toBe(10n * usdt);
  });

  test('an incomplete last line of the journal after a crash is cut off, and the next line follows the one before it', async () => {
    await signer.start();
    await ask(await withdrawal(chain, { id: 'a' }));
    await signer.end();
    const whole = readFileSync(signer.journalPath, 'utf8');
    appendFileSync(signer.journalPath, whole.slice(whole.indexOf('\n') + 1, -20));
    await signer.start();
    expect(readFileSync(signer.journalPath, 'utf8')).toBe(whole);
    await ask(await withdrawal(chain, { id: 'b' }));
    await signer.end();
    await signer.start();
    expect(await used('USDT')).toBe(20n * usdt);
  });

  test('a journal that was changed or has lost a line prevents startup', async () => {
    await signer.start();
    for (const id of ['a', 'b', 'c']) await ask(await withdrawal(chain, { id }));
    await signer.end();
    const lines = readFileSync(signer.journalPath, 'utf8').split('\n');
    for (const wrong of [
      lines.with(2, lines[2]?.replace('"b"', '"x"') ?? '').join('\n'),
      lines.toSpliced(1, 1).join('\n'),
      lines.toSpliced(0, 1).join('\n'),
    ]) {
      writeFileSync(signer.journalPath, wrong);
      expect(await signer.run({})).toBe(1);
      expect(signer.output).toMatch(/^Line [123] of .* is damaged, or its hash does not match the previous line/);
    }
  });

  test('the signer does not start if its journal is missing or empty, since it would forget what it has signed', async () => {
    expect(await signer.run({})).toBe(1);
    expect(signer.output).toBe(
      `There is no journal at ${signer.journalPath}: restore it from its backup or, only if these keys have never signed anything, create one with npm run signer:begin-journal.\n`,
    );
    await signer.start();
    await ask(await withdrawal(chain));
    await signer.end();
    for (const gone of ['', 'a torn first lin']) {
      writeFileSync(signer.journalPath, gone);
      expect(await signer.run({})).toBe(1);
      expect(signer.output).toMatch(/^There is no journal at/);
    }
    await signer.begin();
    await signer.start();
    expect(await used('USDT')).toBe(0n);
  });

  test('a journal is created once, and never replaces another one', async () => {
    await signer.begin();
    const begun = readFileSync(signer.journalPath, 'utf8');
    await expect(signer.begin()).rejects.toThrow('already contains a journal');
    expect(readFileSync(signer.journalPath, 'utf8')).toBe(begun);
  });

  test('the signer does not start with the journal of different keys', async () => {
    await signer.begin();
    expect(await signer.run({ SIGNER_SEED: 'ff'.repeat(16) })).toBe(1);
    expect(signer.output).toMatch(/^The journal .* belongs to different keys/);
  });

  test('the signer reads its seed from standard input if SIGNER_SEED is -', async () => {
    await signer.begin();
    expect(await signer.run({ SIGNER_SEED: '-' }, 'ff'.repeat(16))).toBe(1);
    expect(signer.output).toMatch(/^The journal .* belongs to different keys/);
    expect(await signer.run({ SIGNER_SEED: '-' }, 'short')).toBe(1);
    expect(signer.output).toContain('SIGNER_SEED must be 16 to 64 bytes');
  });

  test('an older journal that does not name its keys is still read', async () => {
    await signer.begin();
    writeFileSync(signer.journalPath, beforeStarts);
    await signer.start();
    expect(await used('USDT')).toBe(0n);
    expect(await codeOf(await withdrawal(chain, { id: 'old', movement: { amount: 11n * usdt } }))).toBe(
      'other_payment',
    );
  });

  test('with a journal restored from an older backup the signer signs nothing until the newest is restored', async () => {
    await signer.start();
    const [first, second, third] = [
      await withdrawal(chain, { id: 'a' }),
      await withdrawal(chain, { id: 'b', taken: ['hot:nonce:0'] }),
      await withdrawal(chain, { id: 'c', taken: ['hot:nonce:0', 'hot:nonce:1'] }),
    ];
    const builtAtMs = Date.now();
    const signedBefore = [first, second].map(({ paymentId, unsigned }) => ({
      paymentId,
      hash: unsignedHash(unsigned.bytes),
      builtAtMs,
    }));
    await ask(first);
    await signer.end();
    copyFileSync(signer.journalPath, `${signer.journalPath}.backup`);
    await signer.start();
    await ask(second);
    await signer.end();
    renameSync(signer.journalPath, `${signer.journalPath}.newest`);
    copyFileSync(`${signer.journalPath}.backup`, signer.journalPath);
    await signer.start();
    expect(await ask({ ...third, signedBefore })).toEqual({
      code: 'journal_behind',
      message:
        'the journal is an older copy: it lacks a transaction that was signed for payment b; restore the newest copy',
      wasSigned: true,
    });
    await signer.end();
    renameSync(`${signer.journalPath}.newest`, signer.journalPath);
    await signer.start();
    expect(await codeOf({ ...third, signedBefore })).toBe('signed');
  });

  test('a journal may lack transactions built before it was created, but none built after', async () => {
    await signer.start();
    const known = (builtAtMs: number) => ({ signedBefore: [{ paymentId: 'z', hash: '0'.repeat(32), builtAtMs }] });
    const request = await withdrawal(chain);
    expect(await codeOf({ ...request, ...known(Date.now()) })).toBe('journal_behind');
    expect(await codeOf({ ...request, ...known(Date.now() - 3_600_000) })).toBe('signed');
  });

  test('two signers on one journal do not both sign: the one that finds the other’s line stops', async () => {
    await signer.start();
    const second = new SignerProcess();
    await second.start({ SIGNER_DATA_DIR: `${signer.folder}/data` });
    await second.client.sign(await withdrawal(chain, { id: 'a' }));
    await expect(ask(await withdrawal(chain, { id: 'b' }))).rejects.toThrow();
    expect(await signer.ended()).toBe(1);
    expect(signer.output).toContain('is being written to by another process');
    await second.remove();
  });

  test('a second signer at the same socket does not start', async () => {
    await signer.start();
    const second = new SignerProcess();
    await second.begin();
    expect(await second.run({ SIGNER_LISTEN: signer.url })).toBe(1);
    expect(second.output).toContain('Another signer is already listening');
    await second.remove();
  });

  test('the health report has addresses, fingerprints of extended public keys, and the use of limits', async () => {
    await signer.start();
    await ask(await withdrawal(chain));
    expect(await signer.client.health()).toEqual({
      stopped: false,
      networks: [
        {
          network: 'ERC20',
          hotAddress: chain.hotAddress,
          depositXpub: expect.stringMatching(/^[0-9a-f]{16}$/),
          feesUsed: '1000',
          feesPerDay: String(eth / 20n),
          coins: [
            { coin: 'ETH', used: '0', perDay: String(5n * eth) },
            { coin: 'USDT', used: String(10n * usdt), perDay: String(250n * usdt) },
          ],
        },
      ],
    });
  });
});

async function used(coin: string): Promise<bigint> {
  const { networks } = await signer.client.health();
  return BigInt(networks[0]?.coins.find((one) => one.coin === coin)?.used ?? -1);
}
