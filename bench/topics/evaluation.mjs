import { evaluate, openVisitor } from '../browser/visitor.mjs';
import { contestantOf } from '../contestants.mjs';
import { printComparison } from '../report/compare.mjs';
import { alternate, measureOf } from './rounds.mjs';

/** How long the script, compiled and run in a fresh process, keeps a blank page from going on. */
export async function measureEvaluation({ chromium, site, origins }, { rounds }) {
  const answers = await alternate(rounds, async (name) => {
    const { script } = contestantOf(name, origins[name]);
    const code = await (await fetch(script)).text();
    const visitor = await openVisitor(chromium);
    const loaded = new Promise((resolve) => visitor.page.on('Page.loadEventFired', resolve));
    await visitor.page.send('Page.navigate', { url: `${site.merchant}/blank` });
    await loaded;
    const spentMs = await evaluate(
      visitor.page,
      `(() => {
        const script = document.createElement('script');
        script.text = ${JSON.stringify(code)};
        const startedAt = performance.now();
        document.head.append(script);
        return performance.now() - startedAt;
      })()`,
    );
    await visitor.close();
    return spentMs;
  });
  return printComparison("Script evaluation on the merchant's page (ms)", [
    measureOf(answers, 'evaluation', (spentMs) => spentMs),
  ]);
}
