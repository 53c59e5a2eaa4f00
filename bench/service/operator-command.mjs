import { openPlace } from '../../scripts/system/payment-service.mjs';

/** One command of the built operator, on the data of a service that runs. Throws where it is refused. */
export async function operatorCommand(root, { dataDir, args }) {
  const { code, said } = await openPlace(root, { dataDir }).run('operator', args);
  if (code !== 0) throw new Error(`operator ${args[0]} ended with ${code}: ${said}`);
}
