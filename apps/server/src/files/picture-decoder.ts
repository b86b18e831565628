import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import { pictureFaults } from './picture-faults.ts';
import { pictureFormats } from './picture-format.ts';
import { reencodePicture } from './reencode-picture.ts';

/**
 * A separate process that re-encodes untrusted pictures, one at a time. A request contains the format, the minimum
 * length of the shorter side and the maximum length of the longer one. The response contains width and height, or the
 * number of a fault. The process ends when its input ends, for example because the server died. It ignores the signals
 * that a terminal or a service manager sends to the whole process group.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
giveUpFirst();

for await (const asked of readFrames(process.stdin, Number.POSITIVE_INFINITY)) {
  writeFrame(process.stdout, await answerTo(asked));
}

async function answerTo({ numbers: [format, least, longest], bytes }: Frame): Promise<Frame> {
  const encoded = await reencodePicture(bytes, pictureFormats[format] ?? 'jpeg', { least, longest });
  if (typeof encoded === 'string') {
    return { numbers: [0, 0, 1 + pictureFaults.indexOf(encoded)], bytes: Buffer.alloc(0) };
  }
  return { numbers: [encoded.width, encoded.height, 0], bytes: encoded.jpeg };
}

/** Makes Linux kill this process rather than the exchange when memory runs out. Other systems lack this setting. */
function giveUpFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Without this setting, the process is as likely to be killed as any other.
  }
}
