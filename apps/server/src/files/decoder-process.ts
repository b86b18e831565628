import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Frame, readFrames, writeFrame } from './frames.ts';

const program = fileURLToPath(new URL('./picture-decoder.ts', import.meta.url));
/** Of the pictures themselves nothing lies in JavaScript's heap. */
const HEAP_MB = 64;
/** No JPEG of the longest sides is larger. */
const MOST_ANSWER_BYTES = 32_000_000;
const MOST_KEPT_WORDS = 2_000;

/** The process that decodes pictures, below everything else in the line for the processor. Knows no secret of the server. */
export class DecoderProcess {
  /** Once it has ended, with what it said last. */
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
    this.#answers = readFrames(child.stdout, MOST_ANSWER_BYTES);
    lower(child.pid);
    let said = '';
    child.stderr.on('data', (data) => {
      said = (said + String(data)).slice(-MOST_KEPT_WORDS);
    });
    // That it has gone, its answer says: there is none.
    child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, said: error.message }));
      child.once('close', (code, signal) => resolve({ code, signal, said }));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** One at a time. Undefined where it ends before it has answered, or answers nonsense. */
  async ask(frame: Frame): Promise<Frame | undefined> {
    writeFrame(this.#child.stdin, frame);
    const { value } = await this.#answers.next().catch(() => ({ value: undefined }));
    return value;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Where that is not allowed, it is as important as the server. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may also have ended already.
  }
}

/** Nothing of the server's, which has keys in it. Windows starts no program without knowing where it is itself. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  // One thread decodes.
  return { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2', ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}
