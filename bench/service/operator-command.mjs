import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { environmentOf } from '../../scripts/system/payment-service.mjs';

/** One command of the built operator, on the data of a service that runs. Throws where it is refused. */
export async function operatorCommand(root, { dataDir, args }) {
  const child = spawn(process.execPath, [join(root, 'dist/operator/main.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentOf({ ports: {}, dataDir, settings: {} }),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`operator ${args[0]} ended with ${code}`);
}
