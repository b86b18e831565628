import type { Network } from '@vitrine/chains';
import { type AlarmCode, type AlarmParameters, alarmDetails } from '@vitrine/contract';
import type { Pool } from 'pg';
import { filled } from '../kit/error-text.ts';

export type AlarmKind =
  /** A reorg went deeper than the stored blocks, or removed a transaction that had all its confirmations. */
  | 'deep_reorganisation'
  | 'deposit_stuck'
  /** The node could not read a transaction, so it is unknown whether the transaction pays us. */
  | 'unread'
  /** The node has been failing, or has had no new block, for a while. */
  | 'node'
  /** On-chain holdings differ from the amounts owed according to the ledger. */
  | 'difference'
  /** On-chain holdings have not been compared with the ledger for a while. */
  | 'reconciliation'
  | 'withdrawal_failed'
  /** One of our keys signed a transaction that the exchange did not create. */
  | 'key_used'
  /** The signer does not respond, its keys do not match our addresses, or its journal is an older copy. */
  | 'signer';

/** The code of a message to operators, and the parameters to insert into its text. */
export interface AlarmDetail {
  readonly code: AlarmCode;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Alarm {
  readonly network: Network;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: AlarmDetail;
}

export const alarmDetail = <C extends AlarmCode>(code: C, parameters: AlarmParameters<C>): AlarmDetail => ({
  code,
  parameters,
});

/** The message in English. */
export const alarmText = ({ code, parameters }: AlarmDetail): string => filled(alarmDetails[code], parameters);

/**
 * Conditions that operators must look into. Each condition has at most one open alarm. Most alarms end when the
 * condition ends; the others stay open until an operator ends them.
 */
export class CustodyAlarms {
  readonly #pool: Pick<Pool, 'query'>;

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  async raise({ network, kind, subject, detail }: Alarm): Promise<void> {
    await this.#pool.query(
      `insert into custody_alarms (network, kind, subject, detail, code, parameters) values ($1, $2, $3, $4, $5, $6)
       on conflict (network, kind, subject) where ended_at is null do update set detail = excluded.detail,
         code = excluded.code, parameters = excluded.parameters
       where custody_alarms.detail <> excluded.detail`,
      [network, kind, subject, alarmText(detail), detail.code, JSON.stringify(detail.parameters)],
    );
  }

  /**
   * Ends an alarm and returns whether it was open. `ended` names the operator who ended it, and why; it is empty if the
   * alarm ended because its condition did.
   */
  async end(
    network: Network,
    kind: AlarmKind,
    subject: string,
    ended: { readonly by: string; readonly because: string } = { by: '', because: '' },
  ): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update custody_alarms set ended_at = now(), ended_by = $4, ended_because = $5
       where network = $1 and kind = $2 and subject = $3 and ended_at is null`,
      [network, kind, subject, ended.by, ended.because],
    );
    return rowCount === 1;
  }
}
