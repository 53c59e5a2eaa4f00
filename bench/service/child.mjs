import { fork } from 'node:child_process';
import { once } from 'node:events';

export async function startChild(file, args = [], environment = {}) {
  const child = fork(file, args, { env: { ...process.env, ...environment } });
  const exited = once(child, 'exit');
  const [told] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready`);
    }),
  ]);
  return {
    told,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
