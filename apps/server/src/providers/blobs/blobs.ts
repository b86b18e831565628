/** Stores confidential files, which arrive encrypted and are not decrypted here. */
export interface Blobs {
  /** Stores a file atomically; the file is durable when the promise resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The content of a file; undefined if there is no file with this name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Deletes a file; also succeeds if there is none with this name. */
  erase(name: string): Promise<void>;
}
