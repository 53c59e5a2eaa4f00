const REPORT_DEADLINE_MS = 30_000;

/**
 * `slow`: how much slower the processor is, for which alone the iframe's process is held;
 * `network`: the line of a slow phone.
 */
export async function openVisitor({ cdp, browser }, { slow = 1, network } = {}) {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const page = await attach(
    (await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })).targetId,
  );
  await page.send('Page.enable');
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: 'report' });
  if (slow > 1 || network !== undefined) await slowDown(page);

  async function attach(targetId) {
    const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    return cdp.session(attached.sessionId);
  }

  async function slowDown(session) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
    if (network !== undefined) {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
    }
    session.on('Target.attachedToTarget', async ({ sessionId }) => {
      const frame = cdp.session(sessionId);
      await slowDown(frame).catch(() => undefined);
      await frame.send('Runtime.runIfWaitingForDebugger');
    });
    await session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    });
  }

  async function load(url) {
    const reported = nextReport();
    const { errorText } = await page.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    return reported;
  }

  function nextReport() {
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(deadline);
        stop();
      };
      const deadline = setTimeout(() => {
        finish();
        reject(new Error('the page did not report in time'));
      }, REPORT_DEADLINE_MS);
      const stop = page.on('Runtime.bindingCalled', ({ payload }) => {
        finish();
        const report = JSON.parse(payload);
        if (report.error === undefined) resolve(report);
        else reject(new Error(report.error));
      });
    });
  }

  async function leave() {
    await page.send('Page.navigate', { url: 'about:blank' });
  }

  /** The cross-site iframe of the page, attached to now; not one that was only preloaded. */
  async function frame() {
    const { targetInfos } = await browser.send('Target.getTargets');
    const found = targetInfos.find(
      ({ type, url, browserContextId: context }) =>
        type === 'iframe' && context === browserContextId && !/\/card\?[^#]*$/.test(url),
    );
    if (found === undefined) throw new Error('the page has no iframe in a process of its own');
    return attach(found.targetId);
  }

  const close = () => browser.send('Target.disposeBrowserContext', { browserContextId });
  return { page, load, leave, frame, close };
}

export async function evaluate(session, expression) {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) {
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
  return result.value;
}

export async function heapKilobytes(session) {
  await session.send('HeapProfiler.enable');
  for (let pass = 0; pass < 2; pass += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024;
}
