import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { bitcoinNetworks } from '../../src/bitcoin/bitcoin-network.ts';
import { pointOf } from './bitcoind-rpc.ts';
import type { RegtestNode } from './regtest-node.ts';

const key = hexToBytes('0f'.repeat(32));
const feeSatoshis = 10_000n;

/** Everybody else on the network: they mine the blocks, and pay from the block rewards. */
export const outsiders = {
  script: p2wpkh(secp256k1.getPublicKey(key, true)).script,

  /** A signed transaction, not sent yet, that makes all of these payments. */
  transactionFor(node: RegtestNode, pays: readonly { readonly to: string; readonly amount: bigint }[]): Transaction {
    const transaction = new Transaction();
    const wanted = pays.reduce((sum, { amount }) => sum + amount, feeSatoshis);
    let sum = 0n;
    for (const [outpoint, { amount, script, height, isCoinbase }] of node.unspent) {
      const isMature = !isCoinbase || node.tip.height + 1 - height >= 100;
      const isFree = isMature && node.pool.spenderOf(outpoint) === undefined;
      if (sum >= wanted || !isFree || bytesToHex(script) !== bytesToHex(outsiders.script)) continue;
      const { txid, vout } = pointOf(outpoint);
      // The sequence that most wallets use, including ours.
      transaction.addInput({ txid, index: vout, sequence: 0xfffffffd, witnessUtxo: { script, amount } });
      sum += amount;
    }
    if (sum < wanted) throw new Error('the outsiders do not have enough coins');
    for (const { to, amount } of pays) {
      transaction.addOutput({ script: OutScript.encode(Address(bitcoinNetworks.regtest).decode(to)), amount });
    }
    if (sum - wanted > 1000n) transaction.addOutput({ script: outsiders.script, amount: sum - wanted });
    transaction.sign(key);
    transaction.finalize();
    return transaction;
  },
};
