import { performance } from 'node:perf_hooks';
import { migrate } from '../../service/store/engine/migrate.ts';
import { openPostgresDb } from '../../service/store/engine/postgres-db.ts';
import { migrations } from '../../service/store/migrations/migrations.ts';
import { createWebhookStore } from '../../service/store/tables/webhooks/webhook.ts';

// A program built from the service's own store: fills the outbox of an empty database, claims events
// as delivery does, and tells its parent how many a second. What is claimed leaves the queue, which is
// not part of the time. Each event has a moment of its own, as they have: of those that came due at the
// same one, all of a receiver's are read, to be put in order.

/** As production has them; a receiver has 50. */
const PLACES = { perReceiver: 50, perCompany: 100, inAll: 500 };
const COMPANIES = 10;
const RECEIVERS = 4;
const LEASE_MS = 60_000;

const [, , databaseUrl, waiting] = process.argv;
const db = await openPostgresDb(databaseUrl);
await migrate(db, migrations);
await run(
  `INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver, url, body,
      status, attempts, created_at)
    SELECT 'company_' || n % $2::integer, 'evt_' || n, 'pay_' || n, 1, 'payin.approved',
      'company_' || n % $2::integer || ' shop-' || n / $2::integer % $3::integer || '.example',
      'https://shop.example/events', repeat('x', 600), 'PENDING', '[]',
      now() - n * interval '1 millisecond'
    FROM generate_series(1, $1::integer) n`,
  [Number(waiting), COMPANIES, RECEIVERS],
);
await run(
  `INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver, due_at, failures)
    SELECT company_id, id, transaction_id, sequence, receiver, created_at, 0 FROM webhook_events`,
);
await run('VACUUM ANALYZE');

const webhooks = createWebhookStore(db);
const nobody = { ofReceiver: new Map(), ofCompany: new Map() };
let claimed = 0;
let elapsedMs = 0;
for (let nth = 0; claimed < Number(waiting); nth += 1) {
  const now = new Date();
  const startedAt = performance.now();
  const events = await webhooks.claim({
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    owner: `claim-${nth}`,
    places: PLACES,
    held: nobody,
  });
  elapsedMs += performance.now() - startedAt;
  if (events.length === 0) throw new Error(`${claimed} events were claimed, and then none`);
  claimed += events.length;
  await run('DELETE FROM webhook_outbox WHERE lease_owner = $1', [`claim-${nth}`]);
}
await db.close();
process.send({ perSecond: (claimed / elapsedMs) * 1_000 });
process.disconnect();

function run(text, values = []) {
  return db.query({ name: '', text, values });
}
