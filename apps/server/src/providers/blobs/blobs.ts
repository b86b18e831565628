/** Stores confidential files: they arrive sealed, and are not opened here. */
export interface Blobs {
  /** Atomic, and durable when it returns. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is none of this name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Succeeds also if there is none. */
  erase(name: string): Promise<void>;
}
