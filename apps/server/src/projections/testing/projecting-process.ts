import { Sequencer } from '@vitrine/sequencer';
import { Projector } from '../projector/projector.ts';
import { seededCommands, setupCommands } from './seeded-flow.ts';

/** A process that trades and projects until it is killed. Arguments: database URL, spool file, seed. */
const [databaseUrl = '', spoolFile = '', seed = '1'] = process.argv.slice(2);
const CLIENTS = 6;

const projector = await Projector.start({ databaseUrl, spoolFile });
const sequencer = await Sequencer.open({
  databaseUrl,
  projectedPosition: () => projector.position,
  replayPosition: () => projector.replayPosition,
  onReplay: (batch) => projector.postReplayed(batch),
  leaseMs: 1_000,
});
sequencer.onBatch((batch) => projector.post(batch));
void projector.failed.then((reason) => {
  console.error(reason);
  process.exit(1);
});
if (sequencer.core.position === 0)
  await Promise.all(setupCommands(CLIENTS).map((command) => sequencer.submit(command)));
process.send?.('trading');
const openOrders = (owner: number) => sequencer.core.openOrders(owner).map((view) => view.order);
const flow = seededCommands(Number(seed), CLIENTS, openOrders);
for (;;) await Promise.all(Array.from({ length: 20 }, () => sequencer.submit(flow.next().value)));
