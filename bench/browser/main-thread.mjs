const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Each wanted renderer's tasks in milliseconds of processor time, which no other work lengthens.
 */
export async function traceTasks(page, isWanted, act) {
  const events = [];
  const stopListening = page.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await act();
  const complete = new Promise((resolve) => page.on('Tracing.tracingComplete', resolve));
  await page.send('Tracing.end');
  await complete;
  stopListening();

  const wanted = new Set(
    events
      .filter(({ name, args }) => name === 'FrameCommittedInBrowser' && isWanted(args.data.url))
      .map(({ args }) => args.data.processId),
  );
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return (
    events
      .filter(({ name, pid, tid }) => {
        return name === 'RunTask' && wanted.has(pid) && mainThreads.has(`${pid} ${tid}`);
      })
      // The first and last of a thread may come without its clock; they last some microseconds.
      .map(({ tdur = 0 }) => tdur / 1000)
  );
}
