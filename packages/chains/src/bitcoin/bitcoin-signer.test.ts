import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { OutScript, p2wpkh, RawTx, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { KeyStore, PaymentSource } from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import { keyPath } from '../key-paths.ts';
import { SeedKeys } from '../seed-keys.ts';
import { BitcoinAddresses } from './bitcoin-addresses.ts';
import { bitcoinNetworks } from './bitcoin-network.ts';
import { composePsbt, firstSequence, type SpentOutput } from './bitcoin-psbt.ts';
import { BitcoinSigner, keyHashDigest } from './bitcoin-signer.ts';
import { outpointOf, parseTransaction } from './transaction-bytes.ts';

const signer = new BitcoinSigner(bitcoinNetworks.mainnet);
const addresses = new BitcoinAddresses(bitcoinNetworks.mainnet);
/** The seed of BIP-84's vectors. */
const keys = new SeedKeys(
  hexToBytes(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
);
const source = { kind: 'deposit', index: 0 } as const;
const own = addresses.script('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu') as Uint8Array;
const receiver = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const to = addresses.script(receiver) as Uint8Array;
const other = addresses.script('3P14159f73E4gFr7JterCCQh9QjiTjiZrG') as Uint8Array;

test('BIP-143: the digest of the P2WPKH input equals that of the example', () => {
  const transaction = Transaction.fromRaw(
    hexToBytes(
      '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000',
    ),
  );
  const publicKey = hexToBytes('025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357');
  expect(bytesToHex(keyHashDigest(transaction, 1, publicKey, 600_000_000n))).toBe(
    'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
  );
});

test('a payment with change is read and signed, and the signed transaction is the one that was read', async () => {
  const inputs = [coin(70_000n), coin(50_000n, 1)];
  const unsigned = {
    ...psbt(inputs, [
      { amount: 90_000n, script: to },
      { amount: 29_000n, script: own },
    ]),
  };
  const content = signer.read(unsigned);
  expect(content).toEqual({
    contract: undefined,
    to: receiver,
    amount: 90_000n,
    maxFee: 1000n,
    claims: inputs.map(({ txid, index }) => `${txid}:${index}`),
    change: { to: addresses.ofScript(own), amount: 29_000n },
  });
  const { txid, bytes } = await signer.sign(unsigned, keys);
  const signed = parseTransaction(hexToBytes(bytes));
  expect(signed.txid).toBe(txid);
  expect(signed.inputs.map(outpointOf).map((outpoint) => `${outpoint.txid}:${outpoint.index}`)).toEqual(content.claims);
  expect(signed.outputs.map(({ amount }) => amount)).toEqual([90_000n, 29_000n]);
  expect(signed.inputs.every(({ script, witness }) => script.length === 0 && witness[0] === 2)).toBe(true);
});

test('a first output that returns to the source counts as change too', () => {
  const { to: paid, change } = signer.read(
    psbt(
      [coin(5000n)],
      [
        { amount: 3000n, script: own },
        { amount: 1500n, script: to },
      ],
    ),
  );
  expect([paid, change?.amount]).toEqual([receiver, 3000n]);
});

test('a PSBT that states an amount only in the witness UTXO is refused', () => {
  const honest = coin(70_000n);
  const transaction = new Transaction();
  const witnessUtxo = { amount: 60_000n, script: own };
  const { txid, index } = honest;
  transaction.addInput({ txid, index, sequence: firstSequence, witnessUtxo });
  transaction.addOutput({ amount: 59_000n, script: to });
  expect(() => signer.read(unsignedOf(transaction))).toThrow(MalformedTransaction);
});

test('a PSBT with a previous transaction whose hash differs from the input’s is refused', () => {
  const [honest, lying] = [coin(70_000n), coin(60_000n)];
  const bytes = psbt([honest], [{ amount: 59_000n, script: to }]).bytes;
  const [right, wrong] = [honest, lying].map(({ previous }) => bytesToHex(previous));
  expect(bytes).toContain(right);
  const forged = bytes.replace(right ?? '', wrong ?? '');
  expect(() => signer.read({ bytes: forged, source, claims: [], maxFee: 0n })).toThrow(MalformedTransaction);
});

test.each(Object.entries(malformed()))('%s is not accepted as a plain payment', async (_, transaction) => {
  const unsigned = unsignedOf(transaction);
  expect(() => signer.read(unsigned)).toThrow(MalformedTransaction);
  await expect(signer.sign(unsigned, keys)).rejects.toThrow(MalformedTransaction);
});

test('a payment with any bit changed is read as a different one, or refused', () => {
  const outputs = [
    { amount: 90_000n, script: to },
    { amount: 29_000n, script: own },
  ];
  const { bytes: hex } = psbt([coin(70_000n), coin(50_000n, 1)], outputs);
  const bytes = hexToBytes(hex);
  const whole = JSON.stringify(contentOf(hex));
  const said: string[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    const content = contentOf(bytesToHex(bytes.with(at, (bytes[at] ?? 0) ^ (1 << (bit & 7)))));
    if (content !== undefined) said.push(JSON.stringify(content));
  }
  // Changing any bit of the amounts or of the receiver's hash still gives a valid payment, but a different one.
  expect(said.length).toBeGreaterThan(160);
  // The content stays the same only if the changed bit is the last one of an input's sequence: that bit marks a
  // replacement.
  expect(said.filter((content) => content === whole)).toHaveLength(2);
});

test('a PSBT of version 2 is refused: all content must be in one transaction', () => {
  const transaction = plain();
  expect(signer.read(unsignedOf(transaction)).amount).toBe(4000n);
  const bytes = bytesToHex(transaction.toPSBT(2));
  expect(() => signer.read({ ...unsignedOf(transaction), bytes })).toThrow(MalformedTransaction);
});

test('inputs of another address are not signed', async () => {
  const unsigned = psbt([coin(5000n)], [{ amount: 4000n, script: to }]);
  const others: PaymentSource[] = [{ kind: 'hot' }, { kind: 'deposit', index: 1 }];
  for (const wrong of others) {
    await expect(signer.sign({ ...unsigned, source: wrong }, keys)).rejects.toThrow(MalformedTransaction);
  }
});

test('an invalid signature is not returned', async () => {
  const faulty: KeyStore = {
    publicKey: (path) => keys.publicKey(path),
    accountXpub: (path) => keys.accountXpub(path),
    sign: async (_, digest) => await keys.sign(keyPath('bitcoin', { kind: 'hot' }), digest),
  };
  await expect(signer.sign(psbt([coin(5000n)], [{ amount: 4000n, script: to }]), faulty)).rejects.toThrow(
    'invalid signature',
  );
});

/** The content that the signer reads, numbers as text; undefined if it is not a plain payment. Throws other errors. */
function contentOf(bytes: string): unknown {
  try {
    const content = signer.read({ bytes, source, claims: [], maxFee: 0n });
    const change = content.change && { ...content.change, amount: `${content.change.amount}` };
    return { ...content, amount: `${content.amount}`, maxFee: `${content.maxFee}`, change };
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedTransaction);
    return undefined;
  }
}

/** One of our outputs, in a separate transaction. */
function coin(amount: bigint, index = 0, script = own): SpentOutput {
  const output = { amount, script };
  const previous = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32).fill(7), index: Number(amount), finalScriptSig: Uint8Array.of(), sequence: 0 }],
    outputs: index === 0 ? [output] : [{ amount: 1n, script: to }, output],
    witnesses: undefined,
    lockTime: 0,
  });
  return { txid: parseTransaction(previous).txid, index, amount, script, previous };
}

function psbt(inputs: readonly SpentOutput[], outputs: readonly { amount: bigint; script: Uint8Array }[]) {
  return { bytes: composePsbt(inputs, outputs, firstSequence), source, claims: [], maxFee: 0n };
}

function unsignedOf(transaction: Transaction) {
  return { bytes: bytesToHex(transaction.toPSBT(0)), source, claims: [], maxFee: 0n };
}

interface Changes {
  readonly inputs?: readonly SpentOutput[];
  readonly outputs?: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  readonly input?: object;
  readonly output?: object;
  readonly lockTime?: number;
  readonly version?: number;
}

/** A payment of 4000 satoshis from an output of 5000, with these changes. */
function plain(changes: Changes = {}): Transaction {
  const {
    inputs = [coin(5000n)],
    outputs = [{ amount: 4000n, script: to }],
    input,
    output,
    lockTime = 0,
    version = 2,
  } = changes;
  const transaction = new Transaction({ version, lockTime, disableScriptCheck: true, allowUnknownOutputs: true });
  for (const { txid, index, amount, script, previous } of inputs) {
    const witnessUtxo = { amount, script };
    transaction.addInput({ txid, index, sequence: firstSequence, nonWitnessUtxo: previous, witnessUtxo });
  }
  for (const each of outputs) transaction.addOutput({ ...each, ...output });
  if (input !== undefined) transaction.updateInput(0, input, true);
  return transaction;
}

function malformed(): Readonly<Record<string, Transaction>> {
  const publicKey = hexToBytes('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c');
  const pays = (...scripts: Uint8Array[]) => scripts.map((script) => ({ amount: 1000n, script }));
  const note = Uint8Array.of(0x6a, 2, 1, 2);
  return {
    'a PSBT without outputs': plain({ outputs: [] }),
    'a PSBT that pays two receivers': plain({ outputs: pays(to, other) }),
    'a PSBT that pays two receivers and the source': plain({ outputs: pays(to, other, own) }),
    'a PSBT that pays the source twice': plain({ outputs: pays(own, own) }),
    'a PSBT that pays a receiver and the source twice': plain({ outputs: pays(to, own, own) }),
    'a PSBT that pays more than it spends': plain({ outputs: [{ amount: 5001n, script: to }] }),
    'a PSBT that pays to an OP_RETURN output': plain({ outputs: pays(note) }),
    'a PSBT that pays to a bare public key': plain({
      outputs: pays(OutScript.encode({ type: 'pk', pubkey: publicKey })),
    }),
    'a PSBT with an additional OP_RETURN output': plain({ outputs: [...pays(to), { amount: 0n, script: note }] }),
    'a PSBT that spends from two addresses': plain({
      inputs: [coin(5000n), coin(6000n, 0, p2wpkh(publicKey.with(0, 2)).script)],
    }),
    'a PSBT that spends a coin twice': plain({
      inputs: [coin(5000n), coin(5000n)],
      outputs: [{ amount: 9000n, script: to }],
    }),
    'a PSBT with a lock time': plain({ lockTime: 900_000 }),
    'a PSBT with another transaction version': plain({ version: 1 }),
    'a PSBT with a final sequence': plain({ input: { sequence: 0xffffffff } }),
    'a PSBT with a relative lock time': plain({ input: { sequence: 6 } }),
    'a PSBT that requests SIGHASH_NONE': plain({ input: { sighashType: 2 } }),
    'a PSBT that requests SIGHASH_ANYONECANPAY': plain({ input: { sighashType: 0x81 } }),
    'a PSBT that is partly signed': plain({ input: { partialSig: [[publicKey, new Uint8Array(71).fill(1)]] } }),
    'a PSBT with a derivation path at an input': plain({
      input: { bip32Derivation: [[publicKey, { fingerprint: 1, path: [1] }]] },
    }),
    'a PSBT with a derivation path at an output': plain({
      output: { bip32Derivation: [[publicKey, { fingerprint: 1, path: [1] }]] },
    }),
  };
}
