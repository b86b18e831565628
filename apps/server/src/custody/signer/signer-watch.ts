import { type Chain, type SignerHealth, SignerUnreachable, type SigningClient, xpubFingerprint } from '@vitrine/chains';
import { type AlarmDetail, alarmDetail, type CustodyAlarms } from '../alarms.ts';

export interface SignerWatchParts {
  readonly signer: Pick<SigningClient, 'health'>;
  readonly networks: readonly { readonly chain: Chain; readonly xpub: string }[];
  readonly alarms: CustodyAlarms;
  readonly nowMs: () => number;
}

/** `fault`: something other than the signer responded, or the signer's secret or clock differs from ours. */
export type SignerState = 'reachable' | 'unreachable' | 'fault';

/** One of our networks as configured in the signer. */
export interface WatchedNetwork {
  readonly chain: Chain;
  /** The signer's report about the network; undefined if the signer does not sign for the network. */
  readonly health: SignerHealth['networks'][number] | undefined;
  readonly hasOurHotAddress: boolean;
  readonly hasOurXpub: boolean;
}

export interface SignerReport {
  readonly state: SignerState;
  readonly sinceMs: number;
  readonly problem: string;
  readonly isStopped: boolean;
  /** Our networks, according to the signer's response; empty if the signer did not respond. */
  readonly networks: readonly WatchedNetwork[];
}

/** How long the signer may be unavailable, for example during a restart, before an alarm is raised. */
const QUIET_MS = 60_000;

/** Watches whether the signer is reachable, since when, and whether it has the keys for the exchange's addresses. */
export class SignerWatch {
  readonly #parts: SignerWatchParts;
  #state: { readonly state: SignerState; readonly sinceMs: number } | undefined;
  #asking: Promise<SignerReport> | undefined;

  constructor(parts: SignerWatchParts) {
    this.#parts = parts;
  }

  /** Queries the signer now; concurrent callers share one query. */
  report(): Promise<SignerReport> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async watch(): Promise<void> {
    const { state, sinceMs, problem, networks } = await this.report();
    const isAway = state !== 'reachable';
    if (isAway && this.#parts.nowMs() - sinceMs < QUIET_MS) return;
    for (const { chain } of this.#parts.networks)
      await this.#tell(chain, 'signer', isAway ? alarmDetail('reported', { message: problem }) : undefined);
    for (const { chain, hasOurHotAddress, hasOurXpub } of networks) {
      const isOurs = hasOurHotAddress && hasOurXpub;
      await this.#tell(chain, 'keys', isOurs ? undefined : alarmDetail('keys_differ', {}));
    }
  }

  async #tell({ network }: Chain, subject: string, detail: AlarmDetail | undefined): Promise<void> {
    const { alarms } = this.#parts;
    if (detail === undefined) await alarms.end(network, 'signer', subject);
    else await alarms.raise({ network, kind: 'signer', subject, detail });
  }

  async #ask(): Promise<SignerReport> {
    try {
      const health = await this.#parts.signer.health();
      const networks = this.#parts.networks.map(({ chain, xpub }) => watched(chain, xpub, health));
      return { ...this.#is('reachable'), problem: '', isStopped: health.stopped, networks };
    } catch (error) {
      const state = error instanceof SignerUnreachable ? 'unreachable' : 'fault';
      return { ...this.#is(state), problem: (error as Error).message, isStopped: false, networks: [] };
    }
  }

  #is(state: SignerState) {
    if (this.#state?.state !== state) this.#state = { state, sinceMs: this.#parts.nowMs() };
    return this.#state;
  }
}

function watched(chain: Chain, xpub: string, { networks }: SignerHealth): WatchedNetwork {
  const health = networks.find(({ network }) => network === chain.network);
  return {
    chain,
    health,
    hasOurHotAddress: health?.hotAddress === chain.hotAddress,
    hasOurXpub: health?.depositXpub === xpubFingerprint(xpub),
  };
}
