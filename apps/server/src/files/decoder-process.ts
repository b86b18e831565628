import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Frame, readFrames, writeFrame } from './frames.ts';

const program = fileURLToPath(new URL('./picture-decoder.ts', import.meta.url));
/**
 * The maximum size of the decoder's JavaScript heap. It is small, because the pictures themselves are stored outside
 * the heap.
 */
const HEAP_MB = 64;
/** The maximum size of a response: no JPEG of the maximum dimensions is larger. */
const MOST_RESPONSE_BYTES = 32_000_000;
const MOST_KEPT_WORDS = 2_000;

/** The process that decodes pictures, at low CPU priority and without the server's secrets. */
export class DecoderProcess {
  /** Resolves when the process has ended, with its last output. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly said: string }>;
  readonly #child;
  readonly #answers: AsyncGenerator<Frame>;

  constructor() {
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environment(),
      windowsHide: true,
    });
    this.#child = child;
    this.#answers = readFrames(child.stdout, MOST_RESPONSE_BYTES);
    lower(child.pid);
    let said = '';
    child.stderr.on('data', (data) => {
      said = (said + String(data)).slice(-MOST_KEPT_WORDS);
    });
    // Writing fails if the process has ended. `ask` then returns undefined, so the error is ignored here.
    child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, said: error.message }));
      child.once('close', (code, signal) => resolve({ code, signal, said }));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Sends a request and returns the response. Only one call may be in progress. Returns undefined if the process ends
   * before it responds or if its response is invalid.
   */
  async ask(frame: Frame): Promise<Frame | undefined> {
    writeFrame(this.#child.stdin, frame);
    const { value } = await this.#answers.next().catch(() => ({ value: undefined }));
    return value;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Lowers the priority of the process. If that is not permitted, it keeps the server's priority. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted, or the process has already ended.
  }
}

/**
 * The environment of the decoder. The server's environment contains keys, so the decoder inherits only SystemRoot from
 * it, which Windows needs to start a program.
 */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  // One thread and few memory arenas are enough, because pictures are decoded one at a time.
  return { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2', ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}
