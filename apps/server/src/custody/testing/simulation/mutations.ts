/** A fault that the simulation must detect. It replaces the text `find`, which occurs once in a file of custody. */
export interface Mutation {
  readonly name: string;
  /** The path of the file, relative to src/custody. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export const mutations: readonly Mutation[] = [
  {
    name: 'a payment is rebuilt at each retry instead of rebroadcasting the stored bytes',
    file: 'outgoing/following.ts',
    find: 'payment, version);\n      return undefined;',
    replace:
      'payment, (await this.#sending.build(chain, payment, version.version + 1)) ?? version);\n      return undefined;',
  },
  {
    name: 'a payment is rebuilt if the signer’s response was lost',
    file: 'outgoing/sending.ts',
    find: 'const version = isUsable ? last :',
    replace: 'const version = isUsable && last.signed !== undefined ? last :',
  },
  {
    name: 'the network’s fee is booked under another reference at each retry',
    file: 'network/network-fees.ts',
    find: "outsideReference('network fee', id)",
    replace: "outsideReference('network fee', id + performance.now())",
  },
  {
    name: 'a withdrawal’s fee is booked under another reference at each retry',
    file: 'withdrawals/ledger-side.ts',
    find: "outsideReference('withdrawal fee', String(id))",
    replace: "outsideReference('withdrawal fee', id + ' ' + performance.now())",
  },
  {
    name: 'a withdrawal is settled once its payment is in a block',
    file: 'withdrawals/sending.ts',
    find: "if (payment.state === 'confirmed')",
    replace: 'if (payment.confirmations > 0)',
  },
  {
    name: 'a payment ends one confirmation early',
    file: 'outgoing/following.ts',
    find: 'confirmationsAt(head, block) < this.#sending.confirmationsOf(payment)',
    replace: 'confirmationsAt(head, block) + 1 < this.#sending.confirmationsOf(payment)',
  },
  {
    name: 'a head that the node merely claims to have ends payments',
    file: 'outgoing/following.ts',
    find: 'for (const one of [block, head])',
    replace: 'for (const one of [block])',
  },
  {
    name: 'only the newest transaction of a payment is watched',
    file: 'outgoing/following.ts',
    find: 'const own = versions.filter(isSignedVersion)',
    replace: 'const own = versions.slice(-1).filter(isSignedVersion)',
  },
  {
    name: 'a transaction has expired once the server’s clock says so',
    file: 'outgoing/sending.ts',
    find: 'block.timeMs <= Math.max(...expiries)',
    replace: 'this.#parts.nowMs() <= Math.max(...expiries)',
  },
  {
    name: 'a transaction has expired once the newest block says so',
    file: 'outgoing/sending.ts',
    find: 'head.height - this.confirmationsOf(payment) + 1, () => false',
    replace: 'head.height, () => false',
  },
  {
    name: 'a payment that moved nothing counts as paid',
    file: 'outgoing/table.ts',
    find: "case when succeeded then 'confirmed' else 'failed' end",
    replace: "'confirmed'",
  },
  {
    name: 'a failed payment is given up before its failure is final',
    file: 'outgoing/following.ts',
    find: 'if (!(await this.#stands(chain, head, block, payment))) return;',
    replace: 'if (succeeded && !(await this.#stands(chain, head, block, payment))) return;',
  },
  {
    name: 'the receiver gets the fee as well',
    file: 'withdrawals/sending.ts',
    find: 'toChainAmount(units - feeUnits,',
    replace: 'toChainAmount(units,',
  },
  {
    name: 'a payment postponed before the clock was set back is not retried',
    file: 'outgoing/sending.ts',
    find: ' || nextAtMs > nowMs + PAUSES.longestMs',
    replace: '',
  },
  {
    name: 'network fees are booked before a payment is over',
    file: 'network/network-fees.ts',
    find: 'ended_at is not null and not fee_booked',
    replace: 'fee is not null and not fee_booked',
  },
  {
    name: 'a deposit is credited one confirmation early',
    file: 'deposits/minimums.ts',
    find: 'tipHeight - creditConfirmations + 1',
    replace: 'tipHeight - creditConfirmations + 2',
  },
  {
    name: 'a deposit is available one confirmation early',
    file: 'deposits/minimums.ts',
    find: 'tipHeight - unlockConfirmations + 1',
    replace: 'tipHeight - unlockConfirmations + 2',
  },
  {
    name: 'a deposit is credited under another reference at each retry',
    file: 'deposits/ledger-side.ts',
    find: "(\n      'deposit',",
    replace: "(\n      'deposit' + performance.now(),",
  },
  {
    name: 'a deposit that reappears is credited under its previous reference',
    file: 'deposits/ledger-side.ts',
    find: 'continue;',
    replace: "return { state: 'none', attempt };",
  },
  {
    name: 'a deposit whose block was replaced stays credited',
    file: 'deposits/deposits.ts',
    find: 'await this.#takeBack();\n',
    replace: '\n',
  },
  {
    name: 'a reversed deposit counts as credited when it reappears',
    file: 'deposits/ledger-side.ts',
    find: 'if (core.acceptanceOf(voidCommand(deposit, { attempt, hold })) !== undefined) continue;',
    replace: '',
  },
  {
    name: 'the hold of a withdrawal refused or cancelled before a kill is not voided',
    file: 'withdrawals/table.ts',
    find: "or state in ('refused', 'cancelled') and id",
    replace: 'or false and id',
  },
  {
    name: 'sweeps include deposits that a reorg may remove',
    file: 'reconciliation/settled-holdings.ts',
    find: ' - l.confirmations + 1 as is_settled',
    replace: ' as is_settled',
  },
  {
    name: 'sweeps rely on the node’s balance of an address',
    file: 'reconciliation/settled-holdings.ts',
    find: "if (family === 'bitcoin') return undefined;",
    replace: 'return undefined;',
  },
  {
    name: 'a sweep’s payment relies on more funds than the sweep was planned with',
    file: 'outgoing/sending.ts',
    find: "if (source.kind === 'hot') return bounds;",
    replace: 'return bounds;',
  },
  {
    name: 'address balances from a replaced block are kept',
    file: 'reconciliation/reconciliation.ts',
    find: 'return this.#doubt(network, coin);',
    replace: 'return;',
  },
  {
    name: 'a payment that a deep reorg removes is not reopened',
    file: 'network/network-work.ts',
    find: 'await outgoing.takeBack(client, network, fromHeight);',
    replace: '',
  },
  {
    name: 'our own transactions count as deposits',
    file: 'deposits/deposits.ts',
    find: ' || (await this.#parts.isOwn(client, transfer.txid))',
    replace: '',
  },
  {
    name: 'amounts finer than ledger units are rounded up',
    file: 'custody-accounts.ts',
    find: '(amount / finer) * coarser',
    replace: '((amount + finer - 1n) / finer) * coarser',
  },
  {
    name: 'deposits of replaced blocks are not rolled back',
    file: 'network/chain-follower.ts',
    find: 'await this.#parts.drop(client, height + 1);',
    replace: '',
  },
  {
    name: 'blocks are read without checking their parent',
    file: 'network/chain-follower.ts',
    find: ' || block.parentHash !== parent.hash',
    replace: '',
  },
  {
    name: 'a payment is displaced by a transaction that is not final yet',
    file: 'outgoing/following.ts',
    find: 'if (blocks.length === 0 || !(await this.#stands(chain, head, displacement, payment))) return;',
    replace: 'if (blocks.length === 0) return;',
  },
  {
    name: 'transactions built on the change of a displaced payment are followed forever',
    file: 'outgoing/key-uses.ts',
    find: 'and o.txid <> t.txid',
    replace: 'and false',
  },
  {
    name: 'a transfer to the hot wallet signed with our own key counts as a deposit',
    file: 'deposits/deposits.ts',
    find: 'if (this.#isOurMoney(transfer, spending)) continue;',
    replace: '',
  },
];
