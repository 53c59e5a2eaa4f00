import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

// The control of the service, a program of its own: node:http, JSON.parse, and the rows that the
// service writes, as plain unnamed `pg` statements in the same commits. A card payin is reserved,
// kept by the acquirer and decided, since no lock may be held while an acquirer is asked. No
// authentication, validation, encryption or log. Tells its origin to its parent.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

for (const text of [
  `CREATE TABLE plain_payins (company_id text NOT NULL, id text NOT NULL, reference_id text NOT NULL,
    status text NOT NULL, amount bigint NOT NULL, body jsonb NOT NULL,
    created_at timestamptz NOT NULL, PRIMARY KEY (company_id, id))`,
  'CREATE UNIQUE INDEX plain_payin_references ON plain_payins (company_id, reference_id)',
  `CREATE TABLE plain_charges (provider text NOT NULL, key text NOT NULL, value text NOT NULL,
    PRIMARY KEY (provider, key))`,
  `CREATE TABLE plain_payouts (company_id text NOT NULL, id text NOT NULL,
    reference_id text NOT NULL, status text NOT NULL, amount bigint NOT NULL, pix_key text NOT NULL,
    created_at timestamptz NOT NULL, PRIMARY KEY (company_id, id))`,
  'CREATE UNIQUE INDEX plain_payout_references ON plain_payouts (company_id, reference_id)',
  `CREATE TABLE plain_transactions (company_id text NOT NULL, source_id text NOT NULL,
    kind text NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (company_id, source_id, kind))`,
  `CREATE TABLE plain_entries (company_id text NOT NULL, source_id text NOT NULL, kind text NOT NULL,
    account text NOT NULL, amount bigint NOT NULL,
    PRIMARY KEY (company_id, source_id, kind, account))`,
  'CREATE TABLE plain_balances (company_id text PRIMARY KEY, balance bigint NOT NULL)',
  "INSERT INTO plain_balances VALUES ('plain', 1000000000)",
]) {
  await pool.query(text);
}

const COMPANY = 'plain';

async function transaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

function insert(client, table, ...values) {
  const places = values.map((_, at) => `$${at + 1}`);
  return client.query(`INSERT INTO plain_${table} VALUES (${places})`, values);
}

async function post(client, id, kind, moves) {
  await insert(client, 'transactions', COMPANY, id, kind, new Date());
  for (const [account, amount] of Object.entries(moves)) {
    await insert(client, 'entries', COMPANY, id, kind, account, amount);
  }
  await client.query('UPDATE plain_balances SET balance = balance + $2 WHERE company_id = $1', [
    COMPANY,
    moves.available,
  ]);
}

async function createPayin(body) {
  const id = randomUUID();
  const { card, ...rest } = body;
  const { referenceId, amount } = body;
  const payin = [COMPANY, id, referenceId, 'PENDING', amount, JSON.stringify(rest), new Date()];
  await transaction((client) => insert(client, 'payins', ...payin));
  const charge = JSON.stringify({ outcome: 'approved', brand: card.number[0] });
  await transaction((client) => insert(client, 'charges', 'acquirer', id, charge));
  await transaction(async (client) => {
    await client.query('UPDATE plain_payins SET status = $3 WHERE company_id = $1 AND id = $2', [
      COMPANY,
      id,
      'APPROVED',
    ]);
    const moves = { clearing: -amount, fees: 100, available: amount - 100 };
    await post(client, id, 'payin_approved', moves);
  });
  return { id, referenceId, status: 'APPROVED', amount };
}

async function createPayout({ referenceId, amount, pixKey }) {
  const id = randomUUID();
  await transaction(async (client) => {
    const payout = [COMPANY, id, referenceId, 'PENDING', amount, pixKey, new Date()];
    await insert(client, 'payouts', ...payout);
    await post(client, id, 'payout_created', { available: -amount, in_flight: amount });
  });
  return { id, referenceId, status: 'PENDING', amount };
}

async function readPayin(id) {
  const { rows } = await pool.query(
    `SELECT id, reference_id, status, amount, body, created_at FROM plain_payins
      WHERE company_id = $1 AND id = $2`,
    [COMPANY, id],
  );
  return rows[0];
}

function work(request, text) {
  if (request.method === 'GET') return readPayin(request.url.split('/').pop());
  const create = request.url === '/payout' ? createPayout : createPayin;
  return create(JSON.parse(text));
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      const answer = await work(request, Buffer.concat(chunks).toString('utf8'));
      response.writeHead(request.method === 'GET' ? 200 : 201, {
        'content-type': 'application/json',
      });
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
  await pool.end();
  process.exit(0);
});
