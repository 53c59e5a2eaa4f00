import { ACCOUNT } from '../../scripts/system/orders.mjs';
import { compareRows } from './compare.mjs';
import { readRows } from './rows.mjs';

/** All that a merchant was told, beside what is there. No service may run on the place. */
export async function comparePlace({ place, merchant, receiver, findings }) {
  const rows = await readRows(place, ACCOUNT);
  compareRows({ book: merchant.book, told: receiver.events, rows, findings });
  const { payins, payouts, refunds, events } = rows;
  console.log(
    `  ${merchant.acknowledged().length} acknowledged; there: ${countsOf({ payins, payouts, refunds, events })}`,
  );
  await reconcile(place, findings);
}

export async function reconcile(place, findings) {
  const { code, said } = await place.run('reconcile');
  console.log(`  reconcile: ${said}`);
  if (code !== 0) findings.wrong(`reconcile: ${said}`);
}

/** Such as `3 payins (2 APPROVED, 1 REFUSED), 4 refunds (4 DONE)`. */
function countsOf(tables) {
  return Object.entries(tables)
    .map(([name, rows]) => {
      const counts = new Map();
      for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
      const each = [...counts].map(([status, count]) => `${count} ${status}`).sort();
      return `${rows.length} ${name}${rows.length > 0 ? ` (${each.join(', ')})` : ''}`;
    })
    .join(', ');
}
