import { contestantOf } from '../contestants.mjs';

/**
 * `readyMs`: since navigation; `mountToReadyMs`: since `mount()`. Query: `base` and `frame`,
 * origins; `pauseMs` between `init()` and `mount()`; `cycles`: mounts so often and ends unmounted.
 */
export function merchantPage(name, query) {
  const { script, adapter } = contestantOf(name, {
    base: query.get('base'),
    frame: query.get('frame'),
  });
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<title>Loja</title>
<h1>Loja</h1>
<div id="card"></div>
<script src="${script}"></script>
<script>
${adapter}
const pauseMs = ${Number(query.get('pauseMs') ?? 0)};
const bench = {
  element: null,
  async start() {
    contestant.init();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const mountedAt = performance.now();
    bench.element = contestant.mount();
    await bench.element.ready;
    const readyMs = performance.now();
    return { readyMs, mountToReadyMs: readyMs - mountedAt };
  },
  async submit() {
    const submittedAt = performance.now();
    await bench.element.submit();
    return performance.now() - submittedAt;
  },
  async cycle(times) {
    const startedAt = performance.now();
    for (let done = 0; done < times; done += 1) {
      bench.element = contestant.mount();
      await bench.element.ready;
      bench.element.unmount();
      bench.element = null;
    }
    return (performance.now() - startedAt) / times;
  },
};
const tell = (value) => window.report?.(JSON.stringify(value));
${
  query.has('idle')
    ? 'contestant.init(); tell({});'
    : 'bench.start().then(tell, (error) => tell({ error: String(error) }));'
}
</script>
`;
}
