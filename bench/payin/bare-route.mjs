import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { openDb } from '../../service/store/open-db.ts';

// The floor of POST /payin, a program of its own: node:http, JSON.parse, one transaction with the
// writes a card payin makes (the payin's row, the acquirer's row, the payin's decision), nothing
// else; on the same engine behind the same `Db`. Tells its origin to its parent.

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = process.env;
const db = await openDb({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });

for (const text of [
  `CREATE TABLE bare_payins (company_id text NOT NULL, id text NOT NULL, reference_id text NOT NULL,
    status text NOT NULL, amount bigint NOT NULL, body jsonb NOT NULL,
    created_at timestamptz NOT NULL, PRIMARY KEY (company_id, id))`,
  'CREATE UNIQUE INDEX bare_references ON bare_payins (company_id, reference_id)',
  `CREATE TABLE bare_charges (provider text NOT NULL, key text NOT NULL, value text NOT NULL,
    PRIMARY KEY (provider, key))`,
]) {
  await db.query({ name: '', text, values: [] });
}

async function createPayin(body) {
  const id = randomUUID();
  const { card, ...rest } = body;
  await db.transaction(async (tx) => {
    await tx.query({
      name: 'bare_payin',
      text: 'INSERT INTO bare_payins VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)',
      values: [
        'bare',
        id,
        body.referenceId,
        'PENDING',
        body.amount,
        JSON.stringify(rest),
        new Date(),
      ],
    });
    await tx.query({
      name: 'bare_charge',
      text: 'INSERT INTO bare_charges VALUES ($1, $2, $3)',
      values: ['bare', id, JSON.stringify({ outcome: 'approved', brand: card.number[0] })],
    });
    await tx.query({
      name: 'bare_decision',
      text: 'UPDATE bare_payins SET status = $3 WHERE company_id = $1 AND id = $2',
      values: ['bare', id, 'APPROVED'],
    });
  });
  return { id, referenceId: body.referenceId, status: 'APPROVED', amount: body.amount };
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      const answer = await createPayin(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    } catch {
      response.writeHead(500).end();
    }
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
process.send?.(`http://127.0.0.1:${server.address().port}`);
process.on('disconnect', async () => {
  server.closeAllConnections();
  await db.close();
  process.exit(0);
});
