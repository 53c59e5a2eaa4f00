import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { openVisitor } from '../browser/visitor.mjs';
import { bundle, startSite } from '../lab.mjs';
import { alternate } from './rounds.mjs';

/** Microseconds from page to cross-site frame and back: guarded channel beside a bare port. */
export async function measureMessaging({ root, chromium }, { rounds }) {
  const site = await startSite(await bundle(root, 'messaging/channel.mjs'));
  const { merchant, frame } = site.told;
  const answers = alternate(
    rounds,
    async (kind) => {
      const visitor = await openVisitor(chromium);
      const query = new URLSearchParams({ kind, frame });
      const { roundTripUs } = await visitor.load(`${merchant}/channel?${query}`);
      await visitor.close();
      return roundTripUs;
    },
    ['port', 'channel'],
  );
  const { port, channel } = await answers.finally(() => site.stop());
  const ratio = median(channel) / median(port);
  printTable(
    'One round trip, page to frame and back (microseconds)',
    ['', 'median', 'p95', 'ratio', 'rounds'],
    [
      ['bare MessagePort', median(port), quantile(port, 0.95), 1, rounds],
      ['guarded channel', median(channel), quantile(channel, 0.95), ratio, rounds],
    ],
  );
  return { ratio };
}
