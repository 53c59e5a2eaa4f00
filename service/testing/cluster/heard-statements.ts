import type { Db, Statement, Transaction } from '../../base/shared/db.ts';

/** The same database, and each text that it is asked, with the values of the last time. */
export function hearStatements(db: Db) {
  const said = new Map<string, Statement>();
  const hear = (statement: Statement) => {
    if (/^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(statement.text)) {
      said.set(statement.text, statement);
    }
  };
  const heard = (tx: Transaction): Transaction => ({
    ...tx,
    commitWith: (writes) => tx.commitWith(writes),
    query(statement) {
      hear(statement);
      return tx.query(statement);
    },
  });
  const whole: Db = {
    ...db,
    query(statement, options) {
      hear(statement);
      return db.query(statement, options);
    },
    transaction: (work, options) => db.transaction((tx) => work(heard(tx)), options),
  };
  return { db: whole, said };
}

/** How many tasks of machines a statement is, each of its parts; a part that is kept here counts too. */
export async function tasksOf({ text, values }: Statement, db: Db): Promise<number[]> {
  const [row] = await db.query<{ 'QUERY PLAN': unknown }>({
    name: '',
    text: `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  });
  const told = row?.['QUERY PLAN'];
  const plan = typeof told === 'string' ? told : JSON.stringify(told);
  return [...plan.matchAll(/"Task Count":\s*(\d+)/g)].map(([, tasks]) => Number(tasks));
}

/** Of statements: how many are one task of one machine, and which are more than that. */
export async function placesOf(statements: Iterable<Statement>, db: Db) {
  const elsewhere: string[] = [];
  let routed = 0;
  for (const statement of statements) {
    const tasks = await tasksOf(statement, db);
    if (tasks.length === 1 && tasks[0] === 1) routed += 1;
    else if (tasks.length > 0) elsewhere.push(`${statement.name}: ${tasks.join(' and ')} tasks`);
  }
  return { routed, elsewhere };
}
