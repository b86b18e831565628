/** Keeps files whose content is nobody's business: they come sealed, and are not looked into here. */
export interface Blobs {
  /** Durable, whole or not at all, when it returns. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none of this name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Also where there is none. */
  erase(name: string): Promise<void>;
}
