import { createHash } from 'node:crypto';

const CHUNK = 4096;

/** SHA-256 over a sequence of whole numbers, each encoded as a 64-bit float, lowest byte first. */
export class CanonicalHash {
  private readonly hash = createHash('sha256');
  private readonly chunk = new Float64Array(CHUNK);
  private filled = 0;

  add(...numbers: number[]): void {
    for (const n of numbers) {
      // Turns minus zero into zero.
      this.chunk[this.filled++] = n + 0;
      if (this.filled === CHUNK) this.flush();
    }
  }

  digest(): string {
    this.flush();
    return this.hash.digest('hex');
  }

  private flush(): void {
    this.hash.update(new Uint8Array(this.chunk.buffer, 0, this.filled * 8));
    this.filled = 0;
  }
}
