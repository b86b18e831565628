import { builtServer } from '@vitrine/tools/server-build';
import { expect, test } from 'vitest';
import { whyNoPowerCut } from './power-cut-disk.ts';
import { cutUnderLoad } from './power-cut-run.ts';

const reason = whyNoPowerCut();
const title = 'the power fails 6 and 18 s after the first start, under load: nothing acknowledged is lost';

test.skipIf(reason !== undefined)(
  reason === undefined ? title : `${title} (skipped: ${reason})`,
  async () => {
    const report = await cutUnderLoad({
      server: await builtServer(),
      cutsAtMs: [6_000, 18_000],
      ordersPerSecond: 100,
    });
    console.log(report);
    expect(report.faults).toEqual([]);
    expect(report.started).toBe(2);
    // If these numbers were too low, the cuts would prove nothing.
    expect(report.orders).toBeGreaterThan(50);
    expect(report.deposits).toBeGreaterThan(10);
  },
  1_200_000,
);
