import { ACCOUNT } from '../merchant/order-kinds.mjs';
import { compareRows } from './compare.mjs';
import { readRows } from './rows.mjs';

/** All that a merchant was told, beside what is there. No service may run on the place. */
export async function comparePlace({ place, merchant, receiver, findings }) {
  const rows = await readRows(place, ACCOUNT);
  compareRows({ book: merchant.book, told: receiver.events, rows, findings });
  await reconcile(place, findings);
}

/** `npm run reconcile` runs this program. */
export async function reconcile(place, findings) {
  const { code, said } = await place.run('reconcile');
  if (code !== 0) findings.wrong(`reconcile: ${said}`);
}
