import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import { pictureFaults } from './picture-faults.ts';
import { pictureFormats } from './picture-format.ts';
import { reencodePicture } from './reencode-picture.ts';

/**
 * A separate process that re-encodes untrusted pictures, one at a time. Asked with the format, the fewest pixels of the
 * shorter side and the most of the longer; it answers with width and height, or with the number of a fault. It ends when
 * its input does, as that of a server that has died, and not by what a terminal or a service manager sends to all of a
 * group.
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

/**
 * Where the machine's memory runs out, Linux ends this process and not the exchange. Elsewhere there is no such file.
 */
function giveUpFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Then it is as likely as any other.
  }
}
