import { importStatement } from '../domain/ledger/import-statement.ts';
import { readStatement } from '../domain/ledger/read-statement.ts';
import { change, defineAct, logged, unlogged } from './act.ts';
import { chosenCompanies } from './find-company.ts';
import { definitionOf, PROVIDER, PROVIDER_NAMES } from './provider-values.ts';
import { COMPANY_ID, FILE_PATH, optional } from './values.ts';

export const IMPORT_SETTLEMENT = defineAct({
  ...change('settlement.import', 'settlement import', null),
  summary: "marks what a provider's statement tells as paid, and lists what is not alike",
  fields: {
    provider: logged(PROVIDER, `whose statement it is: ${PROVIDER_NAMES.join(', ')}`),
    file: unlogged(FILE_PATH, 'the statement, read by the process that has the database', {
      isFile: true,
    }),
    companyId: logged(optional(COMPANY_ID), 'of payments of one company alone'),
  },
  async run({ provider, file: path, companyId }, { database, trail }) {
    const { statement: reader } = definitionOf(provider);
    const companyIds = await chosenCompanies(companyId, database);
    // Nothing is written of a file that is not whole.
    const { fingerprint } = await readStatement(path, reader);
    await trail.record(database.db, { subjects: { fingerprint }, result: 'begun' });
    const imported = await importStatement({ path, provider, reader }, companyIds, database);
    const { counts, findings, unnamed } = imported;
    const subjects = { ...counts, fingerprint, findings: findings.length + unnamed };
    await trail.record(database.db, { subjects });
    return imported;
  },
});
