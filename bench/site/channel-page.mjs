const CALLS = 500;

/**
 * Reports microseconds a round trip over a bare MessagePort (`kind` `port`) or the guarded channel.
 */
export function channelPage(query) {
  const kind = query.get('kind');
  return `<!doctype html>
<meta charset="utf-8">
<title>Channel</title>
<script src="/channel.js"></script>
<script>
const { port1: port, port2 } = new MessageChannel();
const open = {
  port() {
    const waiting = new Map();
    let last = 0;
    port.onmessage = ({ data }) => {
      waiting.get(data.id)(data.value);
      waiting.delete(data.id);
    };
    return (value) => new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      port.postMessage({ id: last, value });
    });
  },
  channel() {
    const channel = openGuarded({ port, calls: ['echo'], handlers: {} });
    return (value) => channel.call('echo', value, { deadlineMs: 5000, phase: 'echo' });
  },
};
async function measure() {
  const ask = open.${kind}();
  for (let warm = 0; warm < 50; warm += 1) await ask({ number: warm });
  const startedAt = performance.now();
  for (let call = 0; call < ${CALLS}; call += 1) await ask({ number: call });
  return ((performance.now() - startedAt) * 1000) / ${CALLS};
}
addEventListener('message', () => {
  frames[0].postMessage('port', '*', [port2]);
  measure().then(
    (roundTripUs) => window.report?.(JSON.stringify({ roundTripUs })),
    (error) => window.report?.(JSON.stringify({ error: String(error) })),
  );
});
</script>
<iframe src="${query.get('frame')}/channel-${kind}"></iframe>
`;
}

export function channelFrame(pathname) {
  const serve = pathname.endsWith('port')
    ? 'port.onmessage = ({ data }) => port.postMessage(data);'
    : 'openGuarded({ port, calls: [], handlers: { echo: async (value) => value } });';
  return `<!doctype html>
<meta charset="utf-8">
<title>Channel</title>
<script src="/channel.js"></script>
<script>
onmessage = ({ ports: [port] }) => { ${serve} };
parent.postMessage('hello', '*');
</script>
`;
}
