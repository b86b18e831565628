import { bytesToHex } from '@noble/hashes/utils.js';
import { Address, OutScript } from '@scure/btc-signer';
import { bitcoinNetworks } from '../../src/bitcoin/bitcoin-network.ts';
import type { RegtestBlock } from './regtest-block.ts';
import type { RegtestNode } from './regtest-node.ts';
import type { RegtestTransaction } from './regtest-transaction.ts';

export class RpcFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Params = readonly unknown[];
type Call = (params: Params, wallet: string | undefined) => unknown;

const regtest = Address(bitcoinNetworks.regtest);

/** The bitcoind calls needed to follow the chain and to use a watch-only wallet, with Bitcoin Core's responses. */
export class BitcoindRpc {
  /** Calls so far, by name. */
  readonly counts = new Map<string, number>();
  readonly #node: RegtestNode;
  /** Wallet → script in hexadecimal → the time from which it was scanned. */
  readonly #wallets = new Map<string, Map<string, number>>();
  readonly #loaded = new Set<string>();

  constructor(node: RegtestNode) {
    this.#node = node;
  }

  /** Unloads the wallets, as a restart of the node would. */
  unloadWallets(): void {
    this.#loaded.clear();
  }

  answer(method: string, params: Params, wallet: string | undefined): unknown {
    this.counts.set(method, (this.counts.get(method) ?? 0) + 1);
    const call = this.#calls[method];
    if (call === undefined) throw new RpcFault(-32601, 'Method not found');
    return call(params, wallet);
  }

  readonly #calls: Readonly<Record<string, Call>> = {
    getblockchaininfo: () => {
      const { height, hash } = this.#node.tip;
      return { chain: 'regtest', blocks: height, headers: height, bestblockhash: hash };
    },
    getblockhash: ([height]) => {
      const block = this.#node.blockAt(Number(height));
      if (block === undefined) throw new RpcFault(-8, 'Block height out of range');
      return block.hash;
    },
    getblock: ([hash, verbosity]) => {
      if (verbosity !== 0) throw new RpcFault(-8, 'the test node returns blocks only with verbosity 0');
      return bytesToHex(this.#block(hash).bytes);
    },
    getblockheader: ([hash]) => {
      const block = this.#block(hash);
      return {
        hash: block.hash,
        height: block.height,
        time: block.timeSeconds,
        confirmations: this.#confirmations(block),
      };
    },
    getrawtransaction: ([txid, verbose]) => this.#rawTransaction(String(txid), verbose === true),
    gettxout: ([txid, index]) => this.#txOut(`${txid}:${index}`),
    estimatesmartfee: ([blocks]) => {
      const { feeRate } = this.#node;
      if (feeRate === undefined) return { errors: ['Insufficient data or no feerate found'], blocks };
      return { feerate: feeRate / 1e5, blocks };
    },
    sendrawtransaction: ([hex]) => {
      const sent = this.#node.send(String(hex));
      if (typeof sent === 'string') return sent;
      throw new RpcFault(sent.code, sent.message);
    },
    getdescriptorinfo: ([descriptor]) => ({ descriptor: `${descriptor}#00000000`, isrange: false }),
    scantxoutset: ([, descriptors]) => this.#scan(descriptors as readonly string[]),
    listwallets: () => [...this.#loaded],
    loadwallet: ([name]) => {
      if (this.#loaded.has(String(name))) throw new RpcFault(-35, `Wallet "${name}" is already loaded.`);
      if (!this.#wallets.has(String(name))) throw new RpcFault(-18, 'Path does not exist.');
      this.#loaded.add(String(name));
      return { name };
    },
    createwallet: ([name, withoutKeys]) => {
      if (this.#wallets.has(String(name))) throw new RpcFault(-4, 'Database already exists.');
      if (withoutKeys !== true) throw new RpcFault(-4, 'the test node creates only wallets without private keys');
      this.#wallets.set(String(name), new Map());
      this.#loaded.add(String(name));
      return { name };
    },
    gettransaction: ([txid], wallet) => {
      const found = this.#sends(wallet).find((each) => each.txid === txid);
      if (found === undefined) throw new RpcFault(-5, 'Invalid or non-wallet transaction id');
      return { txid, hex: bytesToHex(found.bytes), confirmations: 0 };
    },
    getaddressinfo: ([address], wallet) => {
      const script = scriptOf(String(address));
      return { address, scriptPubKey: script, ismine: this.#wallet(wallet).has(script), iswatchonly: false };
    },
    importdescriptors: ([requests], wallet) =>
      (requests as readonly { readonly desc: string; readonly timestamp: number | 'now' }[]).map((request) => {
        const { timeSeconds } = this.#node.tip;
        const from = request.timestamp === 'now' ? timeSeconds : request.timestamp;
        this.#wallet(wallet).set(scriptOf(addressIn(request.desc)), from);
        return { success: true };
      }),
    listunspent: ([least, , addresses], wallet) =>
      this.#listUnspent(Number(least), addresses as readonly string[], wallet),
    listsinceblock: (_, wallet) => ({
      transactions: this.#sends(wallet).map(({ txid }) => ({ txid, category: 'send', confirmations: 0 })),
      lastblock: this.#node.tip.hash,
    }),
  };

  #block(hash: unknown): RegtestBlock {
    const block = this.#node.block(String(hash));
    if (block === undefined) throw new RpcFault(-5, 'Block not found');
    return block;
  }

  #confirmations(block: RegtestBlock): number {
    return this.#node.isMain(block) ? this.#node.tip.height - block.height + 1 : -1;
  }

  #rawTransaction(txid: string, isVerbose: boolean): unknown {
    const found = this.#node.transaction(txid);
    if (found === undefined) {
      throw new RpcFault(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');
    }
    const { transaction, block } = found;
    const hex = bytesToHex(transaction.bytes);
    if (!isVerbose) return hex;
    const vin = transaction.inputs.map(({ outpoint }) => pointOf(outpoint));
    if (block === undefined) return { txid, hex, vin };
    return { txid, hex, vin, blockhash: block.hash, confirmations: this.#confirmations(block) };
  }

  /** The output, unless it is spent or unknown. Only transactions in blocks count, not those in the pool. */
  #txOut(outpoint: string): unknown {
    const output = this.#node.unspent.get(outpoint);
    if (output === undefined) return null;
    const hex = bytesToHex(output.script);
    return { value: bitcoins(output.amount), scriptPubKey: { hex, address: addressOf(output.script) } };
  }

  #scan(descriptors: readonly string[]): unknown {
    const scripts = new Set(descriptors.map((descriptor) => scriptOf(addressIn(descriptor))));
    const unspents = [...this.#node.unspent].flatMap(([outpoint, { amount, script, height, isCoinbase }]) =>
      scripts.has(bytesToHex(script))
        ? [{ ...pointOf(outpoint), amount: bitcoins(amount), height, coinbase: isCoinbase }]
        : [],
    );
    return { success: true, height: this.#node.tip.height, unspents };
  }

  #wallet(name: string | undefined): Map<string, number> {
    const wallet = name === undefined || !this.#loaded.has(name) ? undefined : this.#wallets.get(name);
    if (wallet === undefined) throw new RpcFault(-18, 'Requested wallet does not exist or is not loaded');
    return wallet;
  }

  #listUnspent(least: number, addresses: readonly string[], name: string | undefined): unknown[] {
    const wallet = this.#wallet(name);
    const wanted = new Set(addresses.map(scriptOf).filter((script) => wallet.has(script)));
    const spent = new Set(this.#sends(name).flatMap(({ inputs }) => inputs.map(({ outpoint }) => outpoint)));
    const inBlocks = [...this.#node.unspent].flatMap(([outpoint, { amount, script, height, isCoinbase }]) => {
      const confirmations = this.#node.tip.height - height + 1;
      const isSeen = (this.#node.blockAt(height)?.timeSeconds ?? 0) >= (wallet.get(bytesToHex(script)) ?? Infinity);
      const isListed = isSeen && confirmations >= least && !(isCoinbase && confirmations <= 100);
      return isListed && !spent.has(outpoint) ? [{ outpoint, amount, script, confirmations }] : [];
    });
    const waiting = this.#node.pool.transactions.flatMap(({ txid, outputs }) =>
      outputs.flatMap(({ amount, script }, index) => {
        const outpoint = `${txid}:${index}`;
        const isListed = least === 0 && this.#node.pool.spenderOf(outpoint) === undefined;
        return isListed ? [{ outpoint, amount, script, confirmations: 0 }] : [];
      }),
    );
    return [...inBlocks, ...waiting]
      .filter(({ script }) => wanted.has(bytesToHex(script)))
      .map(({ outpoint, amount, script, confirmations }) => ({
        ...pointOf(outpoint),
        address: addressOf(script),
        amount: bitcoins(amount),
        confirmations,
        spendable: false,
      }));
  }

  /**
   * Transactions that spend watched outputs, are not in a block and do not conflict with a transaction in a block, even
   * if the pool has dropped them.
   */
  #sends(name: string | undefined): readonly RegtestTransaction[] {
    const wallet = this.#wallet(name);
    const isWatched = (outpoint: string) => {
      const { txid, vout } = pointOf(outpoint);
      const script = this.#node.received(txid)?.outputs[vout]?.script;
      return script !== undefined && wallet.has(bytesToHex(script));
    };
    return this.#node.allHeard.filter(
      ({ inputs }) =>
        inputs.some(({ outpoint }) => isWatched(outpoint)) &&
        inputs.every(({ outpoint }) => this.#node.spenderInBlock(outpoint) === undefined),
    );
  }
}

function bitcoins(amount: bigint): number {
  return Number(amount) / 1e8;
}

export function pointOf(outpoint: string): { readonly txid: string; readonly vout: number } {
  const [txid = '', index] = outpoint.split(':');
  return { txid, vout: Number(index) };
}

export function scriptOf(address: string): string {
  return bytesToHex(OutScript.encode(regtest.decode(address)));
}

function addressOf(script: Uint8Array): string | undefined {
  try {
    return regtest.encode(OutScript.decode(script));
  } catch {
    return undefined;
  }
}

function addressIn(descriptor: string): string {
  const [, address] = /^addr\((\w+)\)#\w{8}$/.exec(descriptor) ?? [];
  if (address === undefined) throw new RpcFault(-5, `'${descriptor}' is not a valid descriptor function`);
  return address;
}
