interface Kept {
  readonly payload: Record<string, unknown>;
  readonly expiresAtMs: number;
}

const MOST = 10_000;
const kept = new Map<string, Kept>();

/** The state of sign-ins at the sandbox's provider, kept in memory for a few minutes. */
export class MemoryAdapter {
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  async upsert(id: string, payload: Record<string, unknown>, expiresInSeconds = 600): Promise<void> {
    for (const oldest of kept.keys()) {
      if (kept.size < MOST) break;
      kept.delete(oldest);
    }
    kept.set(this.#key(id), { payload, expiresAtMs: Date.now() + expiresInSeconds * 1000 });
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    const found = kept.get(this.#key(id));
    return found !== undefined && found.expiresAtMs > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    for (const [key, { payload }] of kept) if (key.startsWith(`${this.#model} `) && payload.uid === uid) return payload;
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const found = kept.get(this.#key(id));
    if (found !== undefined) found.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    kept.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
  }

  #key(id: string): string {
    return `${this.#model} ${id}`;
  }
}
