import type { Network } from '@vitrine/chains';
import { type AlarmCode, type AlarmParameters, alarmDetails } from '@vitrine/contract';
import type { Pool } from 'pg';
import { filled } from '../kit/error-text.ts';

export type AlarmKind =
  /** A reorg replaced more blocks than are stored, or than the confirmations that money had waited for. */
  | 'deep_reorganisation'
  | 'deposit_stuck'
  /** A transaction may have moved something to us that the node could not say. */
  | 'unread'
  /** The node has not been heard of, or not believed, for a while. */
  | 'node'
  /** What the network holds is not what the ledger owes. */
  | 'difference'
  | 'withdrawal_failed'
  /** A key of ours has signed what the exchange did not make. */
  | 'key_used'
  /** It does not answer, has other keys than those of our addresses, or an older journal. */
  | 'signer';

/** A sentence by its code, with what fills it. */
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

/** In English. */
export const alarmText = ({ code, parameters }: AlarmDetail): string => filled(alarmDetails[code], parameters);

/** What custody needs operators to look at: raised once, ended when it is over. */
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

  /** Returns whether there was one. `ended`: the operator who did it, and why. */
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
